/**
 * What the public page says of an area. It speaks only of many sites that fell together: of a crowd
 * (`isCrowd`) in the area and of a crowd among those without power, so that no sentence depends on one
 * home alone.
 */
import { isCrowd } from '../../domain/devices/place.ts';
import type { StatusKind, StatusOutage } from '../../domain/fleet/status-news.ts';

/** An outage of one site. Times are epoch ms. */
export interface StatusLoss {
  readonly customerId: number;
  readonly isMains: boolean;
  readonly downAt: number;
  /** Null: it lasts. */
  readonly recoverAt: number | null;
}

const minute = 60_000;
/** How late everything is said. */
export const statusDelayMs = 5 * minute;
/** Losses within this time fell together. */
export const togetherMs = 10 * minute;
/** A fall that is noticed later is not news any more. */
export const newsMs = 60 * minute;

/** The first fall of a crowd that still lasts. Null: there is none. @param losses in the order of time */
export function findStatusOutage(losses: readonly StatusLoss[], at: number): StatusOutage | null {
  const lasting = losses.filter((loss) => lastsAt(loss, at));
  for (const { downAt: beganAt } of lasting) {
    const fallen = lasting.filter(
      ({ downAt }) => downAt >= beganAt && downAt <= beganAt + togetherMs,
    );
    if (isCrowdOf(fallen)) return { kind: kindOf(fallen), beganAt, endedAt: null };
  }
  return null;
}

/**
 * The same outage later: over when half of what fell is back; an outage of power when that turns out.
 * @param fallen what fell together then
 */
export function followStatusOutage(
  outage: StatusOutage,
  fallen: readonly StatusLoss[],
  at: number,
): StatusOutage {
  const lasting = fallen.filter((loss) => lastsAt(loss, at));
  return {
    ...outage,
    kind: outage.kind === 'out' ? 'out' : kindOf(fallen),
    endedAt: lasting.length * 2 <= fallen.length ? at : null,
  };
}

function lastsAt({ downAt, recoverAt }: StatusLoss, at: number): boolean {
  return downAt <= at && (recoverAt === null || recoverAt > at);
}

function kindOf(fallen: readonly StatusLoss[]): StatusKind {
  return isCrowdOf(fallen.filter(({ isMains }) => isMains)) ? 'out' : 'silent';
}

function isCrowdOf(losses: readonly StatusLoss[]): boolean {
  return isCrowd(losses.map(({ customerId }) => customerId));
}
