/** The report that is sent each month, about the month before. */
import { daytimeFrom } from '../daytime.ts';
import { localParts, localPeriodOf } from '../local-days.ts';

export interface DigestMonth {
  /** YYYY-MM */
  readonly month: string;
  /** The same as a number that grows from month to month: 202610. */
  readonly number: number;
  /** When its report is due: on the morning after its end; epoch ms. */
  readonly dueAt: number;
}

/**
 * The last month that is over.
 * @param timezone IANA name
 */
export function lastMonthOf(now: number, timezone: string): DigestMonth {
  const { fromAt } = localPeriodOf(now, 'month', timezone);
  const { year = 0, month = 1 } = localParts(fromAt - 1, timezone);
  return {
    month: `${year}-${String(month).padStart(2, '0')}`,
    number: year * 100 + month,
    dueAt: daytimeFrom(fromAt, timezone),
  };
}

/** @param number as `DigestMonth` has it */
export function monthText(number: number): string {
  return `${Math.floor(number / 100)}-${String(number % 100).padStart(2, '0')}`;
}
