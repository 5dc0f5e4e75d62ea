/** The steps of an outage: it begins, continues, is back, or proves to have been two. */
import type { Instant } from '../instant.ts';
import type { Cause } from '../states.ts';
import type { DeviceState, OpenOutage, Recovery, Rules } from './device-state.ts';
import type { Effect, Transition } from './transition.ts';

/** A new outage, which has no row yet. */
export function openOutage(
  cause: OpenOutage['cause'],
  downAt: number,
  startKnown: OpenOutage['startKnown'],
): OpenOutage {
  return {
    id: null,
    cause,
    downAt,
    startKnown,
    flaps: 0,
    flapsUnreported: 0,
    recovery: null,
    interrupted: null,
  };
}

/**
 * A recovery is confirmed once power has been steady for the delay, counted from when power truly came
 * back.
 */
export function beginRecovery(
  recoverAt: number,
  cause: Cause,
  now: Instant,
  rules: Rules,
): Recovery {
  const remaining = Math.max(0, recoverAt + rules.recoveryDelayMs - now.wallMs);
  return { recoverAt, cause, confirmMono: now.monoMs + Math.min(remaining, rules.recoveryDelayMs) };
}

/**
 * Mains fails while a recovery waits for its confirmation. Within the delay the same outage continues. An
 * outage that was not a loss of power (the internet was gone) ends there, and a new one begins.
 */
export function loseAgain(
  next: DeviceState,
  outage: OpenOutage,
  recovery: Recovery,
  opened: OpenOutage,
  rules: Rules,
  effects: Effect[],
): Transition {
  if (recovery.cause === 'mains' && opened.downAt - recovery.recoverAt < rules.recoveryDelayMs) {
    const told = opened.startKnown === 'reported' ? 'reported' : 'heartbeat';
    const resumed = resumeOutage(countLoss(outage, told));
    effects.push({ type: 'outage-resumed', outage: resumed });
    return { state: { ...next, outage: resumed }, effects };
  }
  // The loss followed that return, whatever moment its age gives.
  const after = { ...opened, downAt: Math.max(opened.downAt, recovery.recoverAt) };
  effects.push({ type: 'outage-closed', outage, recovery });
  effects.push({ type: 'outage-opened', outage: after });
  return { state: { ...next, outage: after }, effects };
}

/** An outage that goes on, as mains failed again. */
export function resumeOutage(outage: OpenOutage): OpenOutage {
  return { ...outage, cause: 'mains', recovery: null, interrupted: null };
}

/**
 * Counts another loss of power within an outage, once for all that tell of it:
 *
 * - `flaps` are the losses after the first that a heartbeat, a report or a new boot has told of.
 * - `flapsUnreported` are those of them whose reports are still to come.
 *
 * A boot reports each loss once, in their order, and sooner or later than heartbeats show it. So a report
 * belongs to the oldest loss that lacks one: the first of the outage, or one that a heartbeat told of. Only if
 * all have theirs, it tells of another. A loss that a new boot proves has no report to come. Silence proves no
 * loss, and counts none.
 */
export function countLoss(
  outage: OpenOutage,
  told: 'reported' | 'heartbeat' | 'new-boot',
): OpenOutage {
  const { flaps, flapsUnreported } = outage;
  switch (told) {
    case 'new-boot':
      return { ...outage, flaps: flaps + 1 };
    case 'heartbeat':
      return { ...outage, flaps: flaps + 1, flapsUnreported: flapsUnreported + 1 };
    case 'reported':
      if (outage.startKnown !== 'reported') return { ...outage, startKnown: 'reported' };
      if (flapsUnreported > 0) return { ...outage, flapsUnreported: flapsUnreported - 1 };
      return { ...outage, flaps: flaps + 1 };
  }
}

/** Takes back that a heartbeat was counted. */
export function uncountBeat(outage: OpenOutage): OpenOutage {
  const { flaps, flapsUnreported } = outage;
  return { ...outage, flaps: flaps - 1, flapsUnreported: flapsUnreported - 1 };
}

/**
 * Contact was lost, came back, and was lost again; now the second time turns out to have been mains. The
 * first part ends where contact had come back, so that the power outage is not dated too early.
 */
export function settleInterrupted(
  outage: OpenOutage,
  lastHeardAt: number,
  effects: Effect[],
): OpenOutage {
  const interrupted = outage.interrupted;
  if (interrupted === null || interrupted.cause === 'mains') return outage;
  effects.push({ type: 'outage-closed', outage, recovery: interrupted });
  const opened = openOutage('silent', lastHeardAt, 'silence');
  effects.push({ type: 'outage-opened', outage: opened });
  return opened;
}

/** Adds an effect that is needed once. */
export function addOnce(effects: Effect[], effect: { readonly type: 'device-changed' }): void {
  if (!effects.some((other) => other.type === effect.type)) effects.push(effect);
}
