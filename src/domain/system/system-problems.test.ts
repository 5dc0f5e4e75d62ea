import { expect, test } from 'bun:test';
import { findProblems, type SystemFacts, type SystemProblem } from './system-problems.ts';

const dayMs = 86_400_000;

const wellFacts: SystemFacts = {
  bot: { state: 'polling', sinceMs: dayMs },
  channels: [{ name: 'telegram', state: 'working', sinceMs: dayMs, quota: null }],
  isNobodyTold: false,
  isBrokerListening: true,
  isBlind: false,
  oldestWaitingMs: null,
  failedLastDay: 0,
  sinceBackupMs: dayMs,
  freeBytes: 10e9,
  copyBytes: 200e6,
  isBackupFailing: false,
  isCertificateFailing: false,
  plainOutside: 0,
  isMapUnusable: false,
  hasTraces: false,
  tokensWithoutScopes: 0,
  boardsDue: 0,
  cluster: null,
  nowMs: 100 * dayMs,
};

const cluster = (behindMs: number, movedMs: number | null) => ({
  nodes: [0, behindMs].map((behind, index) => ({
    node: `node-${index}`,
    address: null,
    role: index === 0 ? ('leading' as const) : ('following' as const),
    applied: 7,
    heardAt: 100 * dayMs,
    behindMs: behind,
    version: '1.2.0',
    obstacle: null,
  })),
  lastTakeOver:
    movedMs === null
      ? null
      : {
          ...{ node: 'node-0', epoch: 2, at: 100 * dayMs - movedMs, from: 'node-1' },
          ...{ isPlanned: false, silentMs: 12_000, hasLostQuorum: false },
        },
});

const line = (fields: Partial<SystemFacts['channels'][number]>) =>
  ({ name: 'line', state: 'working', sinceMs: dayMs, quota: null, ...fields }) as const;

test('a service without faults has no problems', () => {
  expect(findProblems(wellFacts)).toEqual([]);
});

test.each<[Partial<SystemFacts>, SystemProblem[]]>([
  [{ bot: null, channels: [] }, ['no_messenger']],
  [{ bot: null, channels: [line({})] }, []],
  [{ channels: [line({ state: 'refused', sinceMs: 0 })] }, ['line_refused']],
  [{ channels: [line({ state: 'unreachable', sinceMs: 31_000 })] }, ['line_unreachable']],
  [{ channels: [line({ state: 'unreachable', sinceMs: 29_000 })] }, []],
  [
    { channels: [line({ quota: { used: 240, limit: 300, period: 'month' } })] },
    ['line_quota_short'],
  ],
  [{ channels: [line({ quota: { used: 239, limit: 300, period: 'month' } })] }, []],
  [{ bot: { state: 'conflict', sinceMs: 0 } }, ['bot_conflict']],
  [{ bot: { state: 'refused', sinceMs: 0 } }, ['bot_refused']],
  [{ bot: { state: 'unreachable', sinceMs: 31_000 } }, ['bot_unreachable']],
  [{ bot: { state: 'off', sinceMs: 31_000 } }, ['bot_unreachable']],
  // Every start begins like this.
  [{ bot: { state: 'unreachable', sinceMs: 29_000 } }, []],
  [{ bot: { state: 'off', sinceMs: 0 } }, []],
  [{ isBrokerListening: false }, ['broker_away']],
  [{ isBlind: true }, ['blind']],
  [{ oldestWaitingMs: 60_000 }, []],
  [{ oldestWaitingMs: 60_001 }, ['alerts_late']],
  [{ failedLastDay: 1 }, ['alerts_failed']],
  [{ sinceBackupMs: 7 * dayMs }, []],
  [{ sinceBackupMs: 7 * dayMs + 1 }, ['backup_old']],
  [{ isBackupFailing: true }, ['backup_failed']],
  [{ isCertificateFailing: true }, ['certificate_failed']],
  [{ isMapUnusable: true }, ['map_unusable']],
  [{ hasTraces: true }, ['traces_left']],
  [{ tokensWithoutScopes: 1 }, ['tokens_without_scopes']],
  [{ plainOutside: 1 }, ['plain_outside']],
  [{ cluster: cluster(39_000, null) }, []],
  [{ cluster: cluster(40_000, null) }, ['node_behind']],
  [{ cluster: cluster(0, 3_599_000) }, ['lead_moved']],
  [{ cluster: cluster(0, 3_600_000) }, []],
  [{ boardsDue: 1 }, ['credentials_due']],
  [{ freeBytes: 499e6 }, ['disk_low']],
  [{ freeBytes: 501e6 }, []],
  // Less than a copy of the database takes, and some to go on with.
  [{ freeBytes: 2e9, copyBytes: 1.95e9 }, ['disk_low']],
  [{ freeBytes: null, copyBytes: 1.95e9 }, []],
])('%p: %p', (facts, problems) => {
  expect(findProblems({ ...wellFacts, ...facts })).toEqual(problems);
});

test('names the gravest first', () => {
  const facts = {
    ...wellFacts,
    ...{ bot: null, channels: [], sinceBackupMs: 30 * dayMs, freeBytes: 0 },
  };
  expect(findProblems(facts)).toEqual(['no_messenger', 'disk_low', 'backup_old']);
});
