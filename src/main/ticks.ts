import { tellDueAnnouncements } from '../actions/alerts/tell-announced.ts';
import { endOldTokens } from '../actions/devices/device-credentials.ts';
import type { CommandWatch } from '../actions/engine/follow-commands.ts';
import { noteAwake } from '../actions/fleet/await-boards.ts';
import { flushVitals } from '../actions/fleet/flush-vitals.ts';
import { forgetFollowers } from '../actions/fleet/forget-followers.ts';
import { recordAlive } from '../actions/fleet/observe-self.ts';
import { rollUpInSteps } from '../actions/fleet/roll-up-heartbeats.ts';
import type { DeadlineSweep } from '../actions/fleet/sweep-deadlines.ts';
import { notifyExpiry } from '../actions/keys/notify-expiry.ts';
import type { Monitor } from '../actions/monitor.ts';
import { HistoryPruning } from '../actions/system/prune-history.ts';
import type { Tick } from '../domain/instant.ts';
import { localParts } from '../domain/local-days.ts';
import type { Config } from '../installation/config.ts';
import { pruneLinks } from '../store/alerts/messenger-links.ts';
import { pruneReportShares } from '../store/alerts/report-shares.ts';
import { emptyLog } from '../store/engine/empty-log.ts';
import { sweepFragments } from '../store/engine/sweep-file.ts';
import { pruneAttempts } from '../store/people/attempt-limits.ts';
import { pruneHouseholds } from '../store/people/known-households.ts';
import type { WatchedFleet } from './watch-fleet.ts';

const hourMs = 3_600_000;

/**
 * Work that comes round, and its intervals.
 * @param areFollowersKept whether areas of a public page can be followed
 */
export function ticksOf(
  { monitor, streams, followClock }: Pick<WatchedFleet, 'monitor' | 'streams' | 'followClock'>,
  sweep: DeadlineSweep,
  commands: CommandWatch,
  config: Config,
  areFollowersKept: boolean,
): Tick[] {
  return [
    { name: 'clock', everyMs: 1_000, run: followClock },
    {
      // Apart from the sweep, which may wait for what it stores while this process reads on.
      name: 'awake',
      everyMs: 250,
      run: () => noteAwake(monitor, monitor.clock()),
    },
    {
      name: 'sweep',
      everyMs: 250,
      run: () => sweep.sweep(monitor.clock()),
    },
    {
      name: 'observe-self',
      everyMs: 10_000,
      run() {
        recordAlive(monitor, monitor.clock());
      },
    },
    { name: 'flush', everyMs: config.flush_interval * 1000, run: () => void flushVitals(monitor) },
    {
      name: 'sessions',
      everyMs: 60_000,
      run: () => monitor.sessionUses.flush(monitor.store, monitor.clock().wallMs),
    },
    { name: 'stream', everyMs: 200, run: () => streams.tick(monitor.clock()) },
    {
      name: 'follow-commands',
      everyMs: 1_000,
      run: () => commands.follow(monitor, monitor.clock()),
    },
    {
      name: 'end-old-tokens',
      everyMs: 5_000,
      run: () => endOldTokens(monitor, monitor.clock()),
    },
    rollUpEveryHour(monitor),
    notifyExpiryEveryHour(monitor, config.timezone),
    {
      name: 'announcements',
      everyMs: 30_000,
      run: () => tellDueAnnouncements(monitor, monitor.clock()),
    },
    pruneHistory(monitor),
    { name: 'empty-log', everyMs: 10_000, run: () => void emptyLog(monitor.store) },
    sweepAtNight(monitor, config.timezone),
    {
      name: 'forget-followers',
      everyMs: 60_000,
      run() {
        forgetFollowers(monitor, areFollowersKept, monitor.clock());
      },
    },
  ];
}

function pruneHistory(monitor: Monitor): Tick {
  const pruning = new HistoryPruning(monitor);
  return { name: 'prune-history', everyMs: 30_000, run: () => pruning.step(monitor.clock()) };
}

function rollUpEveryHour(monitor: Monitor): Tick {
  const hourOf = (ms: number) => Math.floor(ms / hourMs);
  let done = hourOf(monitor.clock().wallMs);
  return {
    name: 'roll-up',
    everyMs: 30_000,
    async run() {
      const now = monitor.clock();
      if (hourOf(now.wallMs) === done) return;
      await monitor.turns.take(rollUpInSteps(monitor, now));
      pruneAttempts(monitor.store, now.wallMs - 48 * hourMs);
      pruneLinks(monitor.store, now.wallMs);
      pruneReportShares(monitor.store, now.wallMs);
      pruneHouseholds(monitor.store, now.wallMs - 365 * 24 * hourMs);
      done = hourOf(now.wallMs);
    },
  };
}

/** Between 3:00 and 4:00 fewest people wait for an answer. */
export function sweepAtNight(
  { store, clock }: Pick<Monitor, 'store' | 'clock'>,
  timezone: string,
): Tick {
  return {
    name: 'sweep-fragments',
    everyMs: 600_000,
    run() {
      if (localParts(clock().wallMs, timezone)['hour'] === 3) sweepFragments(store);
    },
  };
}

/** The first run is a minute after the start: a Pi without a clock has fetched the time by then. */
export function notifyExpiryEveryHour(monitor: Monitor, timezone: string): Tick {
  let nextMono = Number.NEGATIVE_INFINITY;
  return {
    name: 'notify-expiry',
    everyMs: 60_000,
    async run() {
      const now = monitor.clock();
      if (now.monoMs < nextMono) return;
      await notifyExpiry(monitor, timezone, now);
      nextMono = now.monoMs + hourMs;
    },
  };
}
