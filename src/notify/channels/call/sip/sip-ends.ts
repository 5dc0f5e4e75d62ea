/** What the far end's answers mean (RFC 3261, section 21). */
import type { CallEnd } from '../call-way.ts';

const ends: Readonly<Record<number, CallEnd>> = {
  // Not found, gone, address incomplete, ambiguous, does not exist anywhere.
  ...{ 404: 'no-such-number', 410: 'no-such-number', 484: 'no-such-number' },
  ...{ 485: 'no-such-number', 604: 'no-such-number' },
  ...{ 486: 'busy', 600: 'busy' },
  // Decline, unwanted.
  ...{ 603: 'refused', 607: 'refused' },
  // Request timeout, temporarily unavailable.
  ...{ 408: 'unreachable', 480: 'unreachable' },
  // Request terminated: by us, as nobody answered.
  487: 'no-answer',
  // Loop detected, too many hops.
  ...{ 482: 'loop', 483: 'loop' },
};

/** @param words what ended a call that nobody had answered, such as `486 Busy Here` */
export function endOf(words: string): CallEnd {
  const code = statusIn(words);
  // Without a status nobody said anything: the connection is gone.
  return code === null ? 'broken-off' : (ends[code] ?? 'not-taken');
}

/** Whether an account is refused for good, and not for the moment. */
export function isRefusal(words: string): boolean {
  const code = statusIn(words);
  // Request timeout, interval too brief, temporarily unavailable.
  return code !== null && code >= 400 && code < 500 && ![408, 423, 480].includes(code);
}

function statusIn(words: string): number | null {
  const [, code] = /^([3-6]\d\d)\b/.exec(words) ?? [];
  return code === undefined ? null : Number(code);
}
