import { transition } from '../../domain/fleet/device-machine.ts';
import { type DeviceState, phaseOf, type Rules } from '../../domain/fleet/device-state.ts';
import { relayed } from '../../domain/fleet/sight.ts';
import type { Input, ReadHistory } from '../../domain/fleet/transition.ts';
import type { Instant } from '../../domain/instant.ts';
import { readLastRecoverAt, readOutagesSince } from '../../store/alerts/outages.ts';
import { readLastReport, readPowerReportsSince } from '../../store/fleet/events.ts';
import type { Monitor } from '../monitor.ts';
import type { LiveDevice } from './live-device.ts';
import { linkReport, type Persisted, persistTransition } from './persist-transition.ts';

/** The settings and circumstances in force for a device, in the form the state machine needs. */
export function rulesOf(monitor: Monitor, device?: LiveDevice): Rules {
  const gap = monitor.lastGap;
  const wasSeen = gap?.kind === 'uplink' && device !== undefined && isNear(monitor, device);
  return {
    heartbeatTimeoutMs: monitor.settings.heartbeatTimeout * 1000,
    recoveryDelayMs: monitor.settings.recoveryDelay * 60_000,
    lastGap: wasSeen ? null : gap,
  };
}

/** Whether a device is in a network of this machine's own, as it was last heard in this run. */
export function isNear({ isNear }: Monitor, { heardFrom }: LiveDevice): boolean {
  return heardFrom !== null && heardFrom !== relayed && isNear(heardFrom);
}

/**
 * Feeds one input into a device's state machine: the one path behind all four doors.
 *
 * An input that changes nothing durable takes effect at once, without the disk. Everything else goes into
 * the next group commit, and memory follows only once it is stored.
 *
 * @param prepare runs first in the same transaction, and gives the row of the event that stands for the
 * input. Null: the input is a repeat, and counts only as a sign of life
 * @returns undefined when only memory changed, else a promise that settles once it is stored
 */
export function applyInput(
  monitor: Monitor,
  device: LiveDevice,
  input: Input,
  now: Instant,
  prepare?: () => number | null,
): Promise<void> | undefined {
  const rules = rulesOf(monitor, device);
  if (device.waiting === 0 && prepare === undefined) {
    const { state, effects } = transition(device.state, input, now, rules, noHistory);
    if (effects.length === 0) {
      device.state = state;
      monitor.fleet.schedule(device);
      return undefined;
    }
  }
  return submitInput(monitor, device, input, now, rules, prepare);
}

/** A function of its own: what its closures hold would otherwise be made for every heartbeat. */
function submitInput(
  monitor: Monitor,
  device: LiveDevice,
  input: Input,
  now: Instant,
  rules: Rules,
  prepare: (() => number | null) | undefined,
): Promise<void> {
  device.waiting += 1;
  // Inputs that waited in groups before are stored, so that the state in memory is right again.
  const undo = () => {
    device.draft = null;
  };
  return monitor.commits
    .submit(() => {
      const known = device.draft ?? device.state;
      const isReport = input.type === 'power-down' || input.type === 'power-recover';
      // An outage does not end before the last loss that was reported in it, and silence does not begin
      // before the last report.
      const needsReports =
        isReport ||
        input.type === 'deadline' ||
        (input.type === 'heartbeat' && known.outage !== null);
      const before = needsReports ? recallReports(monitor, device, known) : known;
      const eventId = prepare?.() ?? null;
      const isNew = prepare === undefined || eventId !== null;
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
    }, undo)
    .catch((error: unknown) => {
      // The report could not be stored, but the device did speak and must not count as silent. The clock
      // may have been set since.
      if (isFromDevice(input)) {
        const contact = { type: 'contact' } as const;
        const spokenAt = monitor.clock();
        device.state = transition(device.state, contact, spokenAt, rules, noHistory).state;
        monitor.fleet.schedule(device);
      }
      throw error;
    })
    .finally(() => {
      device.waiting -= 1;
      // Stored or rolled back: the state in memory is right again.
      if (device.waiting === 0) device.draft = null;
    });
}

/**
 * Feeds one input in within the caller's own transaction, for an action that changes more than the state.
 * Nothing of the device may be waiting in `commits`.
 * @returns updates memory, once that transaction is stored
 */
export function applyAtOnce(
  monitor: Monitor,
  device: LiveDevice,
  input: Extract<Input, { readonly type: 'unwatched' }>,
  now: Instant,
): () => void {
  // Everything that waited is stored or rolled back; a draft can only belong to a group that failed.
  device.draft = null;
  const result = transition(device.state, input, now, rulesOf(monitor, device), noHistory);
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
 * More than any board's ring holds. A report that this many others came after is not a board's replay,
 * and is not worth looking at all of them.
 */
const mostLookedBack = 5_000;
/** Looking back at this many reports costs the device as much as one more event. */
const lookedBackPerToken = 100;

/** Heartbeats and deadlines never look back; a report always has a `prepare`. */
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
    // An earlier time of the same owner is not rewritten either by reports of this one.
    const outages = found.filter(
      ({ isOpen, recoverAt }) => isOpen || (recoverAt ?? ownedSince) > ownedSince,
    );
    const fromAt = outages.reduce((first, { downAt }) => Math.min(first, downAt), at);
    const reports = readPowerReportsSince(store, device.row, fromAt, limit);
    const lookedBack = Math.max(found.length, reports.length);
    device.allowance.take(now.monoMs, Math.floor(lookedBack / lookedBackPerToken));
    return lookedBack < limit ? { fromAt, outages, reports } : null;
  };
}

/** After a restart the last reported and ended moments are read from the rows. */
function recallReports(monitor: Monitor, device: LiveDevice, state: DeviceState): DeviceState {
  if (state.lastReportAt !== null) return state;
  const last = readLastReport(monitor.store, device.row);
  return {
    ...state,
    lastReportAt: last?.at ?? null,
    lastReport: last && { ...last, arrivedMono: Number.NEGATIVE_INFINITY },
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
