/**
 * Calls of sites that are marked as critical: phones ring at the threshold, in quiet hours too, and again until
 * somebody acknowledges or power is back.
 */
import type { ChannelName } from '../states.ts';
import { rings } from './channel-traits.ts';
import { type Contact, planTelling, type Told } from './telling.ts';

const minuteMs = 60_000;

/** From one call to the next: after 2, 5 and 10 minutes, then every 15. */
const gapsMs = [2, 3, 5, 15, 15, 15, 15].map((minutes) => minutes * minuteMs);
/** A phone is called so often about one outage. */
export const mostCriticalCalls = gapsMs.length + 1;

/** The reason that a phone is not called any more. */
export const rangInVain = `it has rung ${mostCriticalCalls} times`;

/**
 * When a phone is called again that nobody took. Null: not any more.
 * @param calls made so far, at least 1
 * @param lastAt when the last one began; epoch ms
 */
export function nextCriticalCallAt(calls: number, lastAt: number): number | null {
  const gapMs = gapsMs[calls - 1];
  return gapMs === undefined ? null : lastAt + gapMs;
}

/**
 * The plan of telling of a critical site. Messages keep their steps and turns. Phones have a plan of their own, as
 * though there was nothing else: the first to be called is called at once, since a message that arrived has woken
 * nobody.
 */
export function planTellingOfCritical<
  Address extends { readonly contact: Contact; readonly channel: ChannelName },
>(addresses: readonly Address[]): Told<Address>[] {
  const all = planTelling(addresses);
  const phones = all.map(({ address }) => address).filter(rings);
  const messages = all.filter(({ address }) => !rings(address));
  return [...messages, ...planTelling(phones)].toSorted((a, b) => a.delayMs - b.delayMs);
}
