import type { Instant } from '../instant.ts';
import type { Cause } from '../states.ts';
import type { OpenOutage, Rules } from './device-state.ts';
import type { BeatFacts } from './transition.ts';

interface ReturnVerdict {
  readonly cause: Cause;
  /** Epoch ms, never before the outage began. */
  readonly recoverAt: number;
}

/**
 * The cause of an absence, as a device that speaks again proves it.
 *
 * The same boot id proves that it never lost power. So does a restart of its own, made because nobody
 * answered, that names the boot it continues. With a new boot id, the reset reason says what happened,
 * and the uptime says when power came back. An unknown reset reason proves nothing, and nothing is
 * claimed.
 *
 * @param knownBootId boot id of the last heartbeat before the outage
 * @returns `outage.interrupted` itself where the recovery that silence cut short still stands
 */
export function judgeReturn(
  outage: OpenOutage,
  knownBootId: string | null,
  beat: BeatFacts,
  now: Instant,
  rules: Rules,
): ReturnVerdict {
  const bootedAt = now.wallMs - beat.uptimeMs;
  const lostPower = beat.resetReason === 'power_on' || beat.resetReason === 'brownout';
  const goesOn = !lostPower && beat.previousBootId === knownBootId;
  const isSameBoot =
    knownBootId === null ? bootedAt <= outage.downAt : knownBootId === beat.bootId || goesOn;
  const backAt = Math.min(now.wallMs, Math.max(outage.downAt, bootedAt));

  // Only contact was lost again, not power.
  if (outage.interrupted !== null && (isSameBoot || !lostPower)) return outage.interrupted;
  if (outage.cause === 'mains') {
    return { cause: 'mains', recoverAt: !isSameBoot && lostPower ? backAt : now.wallMs };
  }
  if (isSameBoot) return { cause: 'network', recoverAt: now.wallMs };
  if (isWithinGap(outage.downAt, backAt, rules)) {
    return { cause: 'unobserved', recoverAt: backAt };
  }
  if (lostPower) return { cause: 'mains', recoverAt: backAt };
  if (beat.resetReason === 'unknown') return { cause: 'silent', recoverAt: backAt };
  return { cause: 'device', recoverAt: backAt };
}

function isWithinGap(downAt: number, recoverAt: number, rules: Rules): boolean {
  const gap = rules.lastGap;
  if (gap === null) return false;
  // The last heartbeat before the gap may be as old as the time-out allows.
  return downAt >= gap.fromAt - rules.heartbeatTimeoutMs && recoverAt <= gap.toAt;
}
