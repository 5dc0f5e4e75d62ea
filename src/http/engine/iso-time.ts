/** A moment (epoch ms) as answers have it: ISO 8601, UTC, with milliseconds; null where unknown. */
export function isoTime(atMs: number): string;
export function isoTime(atMs: number | null): string | null;
export function isoTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
