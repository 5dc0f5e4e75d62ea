/** The standing of a site for the watch over areas, by the state and the rows of its device. */
import type { DeviceState } from '../../domain/fleet/device-state.ts';
import type { Cause } from '../../domain/states.ts';
import type { Interval, LossEvidence } from './area-outage.ts';
import type { SiteStanding } from './area-watch.ts';

/** A board that measures the mains says when they were lost, this exactly, in ms. */
const reportMs = 1_000;
/** A heartbeat that shows the loss comes this long after it at most, in ms. */
const beatMs = 10_000;

interface KnownLoss {
  readonly downAt: number;
  readonly startKnown: 'reported' | 'heartbeat' | 'silence';
}

/** @param detectedAt when the server learned of it; epoch ms */
export function onsetOfLoss({ downAt, startKnown }: KnownLoss, detectedAt: number): Interval {
  switch (startKnown) {
    case 'reported':
      return { from: downAt - reportMs, to: downAt + reportMs };
    case 'heartbeat':
      return { from: downAt - beatMs, to: downAt };
    case 'silence':
      return { from: downAt, to: Math.max(downAt, detectedAt) };
  }
}

/** The cause that a return proves. */
export function provenBy(cause: Cause): LossEvidence['provenBy'] {
  return cause === 'mains' || cause === 'network' || cause === 'device' ? cause : null;
}

/**
 * @param now epoch ms: when the server learned of it
 * @param isExcused whether the loss has a reason of its own
 */
export function standingOf(state: DeviceState, now: number, isExcused: boolean): SiteStanding {
  const { outage, link, lastHeardAt } = state;
  if (outage?.id == null) return { type: link === 'online' ? 'up' : 'unwatched' };
  if (outage.recovery !== null) {
    const { recoverAt, cause } = outage.recovery;
    return { type: 'back', at: recoverAt, provenBy: provenBy(cause) };
  }
  const isReported = outage.cause === 'mains' && outage.startKnown !== 'silence';
  // Lost again, the outage keeps its first beginning.
  const isLostAgain = outage.flaps > 0 || outage.interrupted !== null;
  const downAt = isLostAgain ? (lastHeardAt ?? now) : outage.downAt;
  const onset = onsetOfLoss({ downAt, startKnown: outage.startKnown }, now);
  return { type: 'lost', outageId: outage.id, onset, isReported, isExcused };
}
