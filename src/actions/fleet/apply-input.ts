import { type Input, type ReadHistory, transition } from '../../domain/fleet/device-machine.ts';
import type { DeviceState, Rules } from '../../domain/fleet/device-state.ts';
import { phaseOf } from '../../domain/fleet/transition-table.ts';
import type { Instant } from '../../domain/instant.ts';
import { readLastRecoverAt, readOutagesSince } from '../../store/alerts/outages.ts';
import { readLastReportAt, readPowerReportsSince } from '../../store/fleet/events.ts';
import type { Monitor } from '../monitor.ts';
import { linkReport } from './link-report.ts';
import type { LiveDevice } from './live-device.ts';
import { type Persisted, persistTransition } from './persist-transition.ts';

/** The settings and circumstances in force, as the state machine wants them. */
export function rulesOf(monitor: Monitor): Rules {
  return {
    heartbeatTimeoutMs: monitor.settings.heartbeatTimeout * 1000,
    recoveryDelayMs: monitor.settings.recoveryDelay * 60_000,
    lastGap: monitor.lastGap,
  };
}

/**
 * Feeds one input into a device's state machine: the one path behind all four doors.
 *
 * What changes nothing durable takes effect at once and costs no disk; everything else goes into the
 * next group commit, and memory follows only once it is stored.
 *
 * @param prepare runs in the same transaction first, and gives the row of the event that tells of the
 *   input; null: the input is a repeat, and counts only as a sign of life
 * @returns undefined when it took effect in memory alone, else a promise that settles once stored
 */
export function applyInput(
  monitor: Monitor,
  device: LiveDevice,
  input: Input,
  now: Instant,
  prepare?: () => number | null,
): Promise<void> | undefined {
  const rules = rulesOf(monitor);
  if (device.waiting === 0 && prepare === undefined) {
    const { state, effects } = transition(device.state, input, now, rules, noHistory);
    if (effects.length === 0) {
      device.state = state;
      monitor.fleet.schedule(device);
      return undefined;
    }
  }
  device.waiting += 1;
  return monitor.commits
    .submit(() => {
      const eventId = prepare?.() ?? null;
      const isNew = prepare === undefined || eventId !== null;
      const known = device.draft ?? device.state;
      const isReport = input.type === 'power-down' || input.type === 'power-recover';
      // The end of an outage is not before the last loss that was reported in it.
      const needsReports = isReport || (input.type === 'heartbeat' && known.outage !== null);
      const before = needsReports ? recallReports(monitor, device, known) : known;
      const result = transition(
        before,
        isNew ? input : { type: 'contact' },
        now,
        rules,
        readHistoryOf(monitor, device, now, rules),
      );
      const persisted = persistTransition(monitor, device, result, now);
      if (eventId !== null && isReport) {
        const change = { effects: result.effects, before, after: persisted.state };
        linkReport(monitor.store, { id: eventId, deviceRow: device.row, at: input.at }, change);
      }
      device.draft = persisted.state;
      return () => adopt(monitor, device, persisted);
    })
    .catch((error: unknown) => {
      // It could not be stored, but the device did speak: it must not be taken for silent.
      if (isFromDevice(input)) {
        device.state = transition(device.state, { type: 'contact' }, now, rules, noHistory).state;
        monitor.fleet.schedule(device);
      }
      throw error;
    })
    .finally(() => {
      device.waiting -= 1;
      // Stored or rolled back: either way the state in memory is the truth again.
      if (device.waiting === 0) device.draft = null;
    });
}

/**
 * Feeds one input in within the caller's own transaction, for an action that changes more than the
 * state; nothing of the device may be waiting in `commits`.
 * @returns lets memory follow, once that transaction is stored
 */
export function applyAtOnce(
  monitor: Monitor,
  device: LiveDevice,
  input: Extract<Input, { readonly type: 'unwatched' }>,
  now: Instant,
): () => void {
  // All that waited is stored or rolled back; a draft could only be of a group that failed.
  device.draft = null;
  const result = transition(device.state, input, now, rulesOf(monitor), noHistory);
  const persisted = persistTransition(monitor, device, result, now);
  return () => adopt(monitor, device, persisted);
}

/** Memory follows what was stored. */
function adopt(monitor: Monitor, device: LiveDevice, { state, opened, closed }: Persisted): void {
  monitor.counters.outagesOpened += opened;
  monitor.counters.outagesClosed += closed;
  logChange(monitor, device, state);
  device.state = state;
  monitor.fleet.schedule(device);
}

function isFromDevice(input: Input): boolean {
  return input.type !== 'deadline' && input.type !== 'session-lost' && input.type !== 'unwatched';
}

/**
 * More than the ring of any board holds: a report that so many came after is no board's replay, and is
 * not worth the look at all of them.
 */
const mostLookedBack = 5_000;
/** So much of what is looked back at costs the device as much as one event more. */
const lookedBackPerToken = 100;

/** Heartbeats and deadlines never look back; a report always comes with `prepare`. */
const noHistory: ReadHistory = (at) => ({ fromAt: at, reports: [], outages: [] });

function readHistoryOf(
  monitor: Monitor,
  device: LiveDevice,
  now: Instant,
  rules: Rules,
): ReadHistory {
  return (at) => {
    const { customerId, ownedSince } = device.config;
    const owned = { deviceRow: device.row, customerId };
    const { store } = monitor;
    const limit = mostLookedBack + 1;
    const found = readOutagesSince(store, owned, at - rules.recoveryDelayMs, limit);
    // Nor is what the same owner lived through in an earlier time rewritten by reports of this one.
    const outages = found.filter((outage) => outage.isOpen || outage.downAt >= ownedSince);
    const fromAt = outages.reduce((first, { downAt }) => Math.min(first, downAt), at);
    const reports = readPowerReportsSince(store, device.row, fromAt, limit);
    const lookedBack = Math.max(found.length, reports.length);
    device.allowance.take(now.monoMs, Math.floor(lookedBack / lookedBackPerToken));
    return lookedBack < limit ? { fromAt, outages, reports } : null;
  };
}

/** After a restart it is found out what was reported, and ended, before. */
function recallReports(monitor: Monitor, device: LiveDevice, state: DeviceState): DeviceState {
  if (state.lastReportAt !== null) return state;
  return {
    ...state,
    lastReportAt: readLastReportAt(monitor.store, device.row),
    lastRecoverAt: state.lastRecoverAt ?? readLastRecoverAt(monitor.store, device.row),
  };
}

function logChange(monitor: Monitor, device: LiveDevice, state: LiveDevice['state']): void {
  const before = phaseOf(device.state);
  const after = phaseOf(state);
  if (before === after) return;
  const cause = state.outage?.recovery?.cause ?? state.outage?.cause ?? null;
  monitor.log.info({ device: device.deviceId, before, after, cause }, 'device changed');
}
