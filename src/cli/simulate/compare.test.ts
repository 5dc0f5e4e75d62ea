import { expect, test } from 'bun:test';
import { compare } from './compare.ts';
import type { HistoryEntry } from './device-history.ts';
import { type DeviceStory, expectOutages } from './expectations.ts';
import type { OutageKind } from './outage-option.ts';
import type { RecordedOutage, ServerRecord } from './read-record.ts';
import type { SentReport } from './report-queue.ts';

const startedAt = Date.parse('2026-11-21T13:00:00Z');
const at = (seconds: number) => startedAt + seconds * 1000;
const deviceId = 'fw-020000000001';

function story(
  kind: OutageKind,
  history: readonly HistoryEntry[],
  reports: readonly SentReport[] = [],
): DeviceStory {
  const hasMainsSense = reports.length > 0;
  const steps = [{ atMs: 10_000, deed: 'lose-mains' }] as const;
  return {
    plan: { deviceId, hasMainsSense, outages: [{ kind, startMs: 10_000, endMs: 70_000, steps }] },
    history,
    reports,
  };
}

const silent = (
  seconds: number,
  why: 'mains' | 'network' | 'crash' | 'dropped',
  transport: 'mqtt' | 'http' = 'mqtt',
): HistoryEntry => ({
  type: 'silent',
  at: at(seconds),
  why,
  lastHeard: { from: at(seconds - 4), to: at(seconds - 4) },
  lastSentAt: at(seconds - 4),
  transport,
});
const heard = (seconds: number, bootedSeconds: number): HistoryEntry => ({
  type: 'heard',
  at: at(seconds),
  bootedAt: at(bootedSeconds),
  resetReason: 'power_on',
});
const report = (
  seconds: number,
  type: SentReport['type'],
  seq: number,
  isAcknowledged = true,
): SentReport => ({
  bootId: '0badcafe',
  seq,
  type,
  at: { wallMs: at(seconds), monoMs: seconds * 1000 },
  batteryLevel: 99,
  acknowledgedAt: isAcknowledged ? at(seconds) : null,
});

const row = (fields: Partial<RecordedOutage>): RecordedOutage => ({
  deviceId,
  cause: 'mains',
  downAt: at(10),
  detectedAt: at(10),
  recoverAt: at(70),
  confirmedAt: null,
  flaps: 0,
  acknowledgedAt: null,
  thresholdSeconds: 5,
  isAlertDue: true,
  alertStatuses: ['sent'],
  ...fields,
});

function judge(
  stories: readonly DeviceStory[],
  record: Partial<ServerRecord>,
  nowSeconds = 100,
  heartbeatTimeoutMs = 180_000,
  longestAnswerMs = 0,
) {
  const reports = stories.flatMap((told) => told.reports.map((sent) => ({ ...sent, deviceId })));
  const stored = reports.map(({ bootId, seq, type, at: moment }) => ({
    deviceId,
    bootId,
    seq,
    type,
    occurredAt: moment.wallMs,
  }));
  const rules = { heartbeatTimeoutMs, longestAnswerMs };
  const expectations = expectOutages(stories, startedAt, at(nowSeconds), rules);
  return compare(
    { expectations, ...rules, reports },
    { outages: [], reports: stored, notifications: [], gaps: [], ...record },
    at(nowSeconds),
  );
}

const sensed = story(
  'mains-sensed',
  [
    { type: 'mains-lost', at: at(10) },
    { type: 'mains-back', at: at(70) },
  ],
  [report(10, 'POWER_DOWN', 5), report(70, 'POWER_RECOVER', 12)],
);
const dead = story('mains', [
  { type: 'mains-lost', at: at(10) },
  silent(10, 'mains'),
  { type: 'mains-back', at: at(70) },
  heard(73, 70),
]);
const cutOff = story('network', [silent(10, 'network'), heard(71, -20)]);
const crashed = story('crash-loop', [
  silent(10, 'crash'),
  heard(14, 11),
  silent(18, 'crash'),
  silent(30, 'crash'),
  heard(73, 70),
]);

test.each([
  ['a reported outage', sensed, row({})],
  ['mains lost without sense', dead, row({ downAt: at(6), detectedAt: at(31) })],
  [
    'a network outage',
    cutOff,
    row({ cause: 'network', downAt: at(6), detectedAt: at(31), recoverAt: at(71) }),
  ],
  [
    'a crash loop, counted from the last time it was heard',
    crashed,
    row({ cause: 'device', downAt: at(14), detectedAt: at(39), recoverAt: at(70) }),
  ],
])('%s that was recorded as it was matches', (_name, told, recorded) => {
  const { kinds, differences } = judge([told], { outages: [recorded] });
  expect(differences).toEqual([]);
  expect(kinds).toMatchObject([{ simulated: 1, recorded: 1, matching: 1 }]);
});

test('a server may date the last sign of life by when it answered that', () => {
  const lastHeard = { from: at(6), to: at(10) };
  const slow = story('mains', [
    { ...silent(10, 'mains'), lastHeard } as HistoryEntry,
    heard(73, 70),
  ]);
  const judgeStart = (seconds: number) =>
    judge([slow], { outages: [row({ downAt: at(seconds) })] }).differences;
  expect(judgeStart(10)).toEqual([]);
  expect(judgeStart(13)).toEqual([
    `${deviceId}, mains at 13:00:06: it began at 13:00:06, not at 13:00:13`,
  ]);
});

test.each([
  ['the cause is network, not mains', { cause: 'network' }],
  ['it began at 13:00:10, not at 13:00:14', { downAt: at(14) }],
  ['it ended at 13:01:10, not at 13:01:20', { recoverAt: at(80) }],
  ['it ended at 13:01:10, but no end is recorded', { recoverAt: null }],
  ['no alert was queued', { alertStatuses: [] }],
  ['its alert was dropped', { alertStatuses: ['superseded'] }],
] as const)('"%s" is named', (text, fields) => {
  const { kinds, differences } = judge([sensed], { outages: [row(fields)] });
  expect(differences).toEqual([`${deviceId}, mains-sensed at 13:00:10: ${text}`]);
  expect(kinds).toMatchObject([{ recorded: 1, matching: 0 }]);
});

test('a slow server may record a moment late by as much as its answers took', () => {
  const late = (downSeconds: number, reportLateMs: number) => {
    const reports = sensed.reports.map(({ bootId, seq, type, at: moment }) => ({
      ...{ deviceId, bootId, seq, type, occurredAt: moment.wallMs + reportLateMs },
    }));
    const outages = [row({ downAt: at(downSeconds), recoverAt: at(76) })];
    return judge([sensed], { outages, reports }, 100, 180_000, 6_000).differences;
  };
  expect(late(17, 7_000)).toEqual([]);
  expect(late(7, -3_000)).toHaveLength(3);
  expect(late(19, 9_000)).toHaveLength(3);
});

test('an outage the server missed is named', () => {
  expect(judge([dead], {}).differences).toEqual([
    `${deviceId}, mains at 13:00:06: the server recorded no such outage`,
  ]);
});

test('an outage that never was is named', () => {
  const { differences } = judge([], { outages: [row({ cause: 'silent' })] });
  expect(differences).toEqual([
    `${deviceId}: an outage of cause silent at 13:00:10 was recorded, but nothing happened`,
  ]);
});

test('a second row for one outage is named', () => {
  const { differences } = judge([sensed], { outages: [row({}), row({ downAt: at(40) })] });
  expect(differences).toHaveLength(1);
  expect(differences[0]).toContain('nothing happened');
});

test('silence too short to be noticed must not be recorded', () => {
  const short = story('network', [silent(10, 'network'), heard(25, -20)]);
  expect(judge([short], {})).toMatchObject({ unnoticeable: 1, differences: [] });
  const recorded = row({ cause: 'network', downAt: at(6), recoverAt: at(25) });
  expect(judge([short], { outages: [recorded] }).differences).toHaveLength(1);
});

test('silence at the edge may be recorded or not', () => {
  const edge = story('network', [silent(10, 'network'), heard(32, -20)]);
  expect(judge([edge], {}).differences).toEqual([]);
  const recorded = row({ cause: 'network', downAt: at(6), detectedAt: at(31), recoverAt: at(32) });
  expect(judge([edge], { outages: [recorded] }).differences).toEqual([]);
});

test('over HTTP the heartbeat time-out decides what can be noticed', () => {
  const told = story('network', [silent(10, 'network', 'http'), heard(71, -20)]);
  expect(judge([told], {}).differences).toEqual([]);
  expect(judge([told], {}, 100, 30_000).differences).toHaveLength(1);
});

test('an outage that goes on has no end', () => {
  const going = story('mains', [silent(10, 'mains')]);
  const open = row({ cause: 'silent', downAt: at(6), detectedAt: at(31), recoverAt: null });
  expect(judge([going], { outages: [open] }).differences).toEqual([]);
  expect(judge([going], { outages: [row({ downAt: at(6) })] }).differences).toHaveLength(2);
});

test('mains that flaps is one outage with its flaps counted', () => {
  const flapping = story(
    'flapping',
    [10, 20, 30].flatMap((seconds) => [
      { type: 'mains-lost', at: at(seconds) } as const,
      { type: 'mains-back', at: at(seconds + 5) } as const,
    ]),
    [10, 20, 30].flatMap((seconds) => [
      report(seconds, 'POWER_DOWN', seconds),
      report(seconds + 5, 'POWER_RECOVER', seconds + 1),
    ]),
  );
  expect(judge([flapping], { outages: [row({ recoverAt: at(35), flaps: 2 })] })).toMatchObject({
    differences: [],
  });
  const { differences } = judge([flapping], { outages: [row({ recoverAt: at(35), flaps: 1 })] });
  expect(differences).toHaveLength(1);
});

test('an acknowledged report that is not stored is named, one still waiting is not', () => {
  const { reports, differences } = judge([sensed], { outages: [row({})], reports: [] });
  expect(reports).toEqual({ acknowledged: 2, stored: 0 });
  expect(differences).toHaveLength(2);
  expect(differences[0]).toContain('was acknowledged, but is not stored');
  const waiting = story(
    'mains-sensed',
    [{ type: 'mains-lost', at: at(10) }],
    [report(10, 'POWER_DOWN', 5, false)],
  );
  expect(judge([waiting], { reports: [] }).differences).toEqual([]);
});

test('a report stored twice, at another time or without having been sent is named', () => {
  const stored = { deviceId, bootId: '0badcafe', seq: 5, type: 'POWER_DOWN', occurredAt: at(10) };
  const recover = { ...stored, seq: 12, type: 'POWER_RECOVER', occurredAt: at(70) };
  const judged = (reports: ServerRecord['reports']) =>
    judge([sensed], { outages: [row({})], reports }).differences.map((text) =>
      text.slice(deviceId.length),
    );
  expect(judged([stored, recover, stored])[0]).toContain('stored 2 times');
  expect(judged([{ ...stored, occurredAt: at(50) }, recover])[0]).toContain('is stored as');
  expect(judged([stored, recover, { ...stored, seq: 99 }])[0]).toContain('was never sent');
});

test('an acknowledged outage needs no alert, nor one that was over before its threshold', () => {
  const quiet = { alertStatuses: [] } as const;
  expect(judge([sensed], { outages: [row({ ...quiet, acknowledgedAt: at(12) })] })).toMatchObject({
    differences: [],
  });
  expect(judge([sensed], { outages: [row({ ...quiet, thresholdSeconds: 60 })] })).toMatchObject({
    differences: [],
  });
  expect(judge([sensed], { outages: [row({ ...quiet, isAlertDue: false })] })).toMatchObject({
    differences: [],
  });
});

test('a connection lost on the way explains an outage, but demands none', () => {
  const dropped = story('mains', [silent(40, 'dropped'), heard(90, -20)]);
  expect(judge([dropped], {}).differences).toEqual([]);
  const recorded = row({ cause: 'network', downAt: at(36), recoverAt: at(90) });
  expect(judge([dropped], { outages: [recorded] }).differences).toEqual([]);
});

test('silence while the server was off need not be recorded, and may be called unobserved', () => {
  const gaps = [{ fromAt: at(20), toAt: at(30) }];
  expect(judge([dead], { gaps })).toMatchObject({ unseen: 1, differences: [] });
  const recorded = row({ cause: 'unobserved', downAt: at(6), detectedAt: at(73) });
  expect(judge([dead], { gaps, outages: [recorded] }).differences).toEqual([]);
  expect(judge([dead], { outages: [recorded] }).differences).toHaveLength(1);
});

test('a reported outage must be recorded even if the server was off meanwhile', () => {
  const gaps = [{ fromAt: at(20), toAt: at(30) }];
  expect(judge([sensed], { gaps }).differences).toHaveLength(1);
});
