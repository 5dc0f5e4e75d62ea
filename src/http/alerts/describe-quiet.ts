import { type Quiet, type QuietWish, quietOf, quietWishes } from '../../domain/alerts/quiet.ts';
import type { Instant } from '../../domain/instant.ts';
import { isoTime } from '../engine/iso-time.ts';

/** @param quiet a wish, or a time in ISO 8601 */
export function asWished(quiet: string, now: Instant, timezone: string): Quiet {
  return isWish(quiet) ? quietOf(quiet, now.wallMs, timezone) : { until: Date.parse(quiet) };
}

function isWish(quiet: string): quiet is QuietWish {
  return quietWishes.some((wish) => wish === quiet);
}

export function describeQuiet({ deviceId, quiet }: { deviceId: string; quiet: Quiet }) {
  return {
    device_id: deviceId,
    quiet: typeof quiet === 'string' ? quiet : isoTime(quiet.until),
  };
}

/** When all of them speak again; null: they do now, or not by themselves, or at different times. */
export function describeEnd(devices: readonly { readonly quiet: Quiet }[]): string | null {
  const ends = new Set(
    devices.map(({ quiet }) => (typeof quiet === 'string' ? null : quiet.until)),
  );
  const [end = null, ...others] = ends;
  return others.length === 0 ? isoTime(end) : null;
}
