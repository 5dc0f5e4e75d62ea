import { localParts, nextTimeOfDay } from './local-days.ts';

/** Messages that can wait go from 9:00 until 20:00, by the clocks of the installation. */
const firstMinute = 9 * 60;
const endMinute = 20 * 60;

/**
 * The first moment from `now` on, epoch ms, that is not in the evening or night.
 * @param timezone IANA name
 */
export function daytimeFrom(now: number, timezone: string): number {
  const { hour = 0, minute = 0 } = localParts(now, timezone);
  const minuteOfDay = hour * 60 + minute;
  if (minuteOfDay >= firstMinute && minuteOfDay < endMinute) return now;
  return nextTimeOfDay(firstMinute, now, timezone);
}
