/** What is typed as a day and a time of day: by the clocks of the sites, wherever the browser is. */
import { clockAt, momentOnClock } from './format.ts';

const dayMs = 86_400_000;

/** The calendar day after this one, as a date field has it. */
export function tomorrow(): string {
  return clockAt(Date.now() + dayMs).slice(0, 10);
}

/** A beginning and an end; an end that is not later is on the next day. */
export function spanOfClock({ date, from, to }: { date: string; from: string; to: string }): {
  starts_at: string;
  ends_at: string;
} {
  const startsAt = momentOnClock(`${date}T${from}`);
  const endsAt = momentOnClock(`${date}T${to}`);
  return {
    starts_at: new Date(startsAt).toISOString(),
    ends_at: new Date(endsAt <= startsAt ? endsAt + dayMs : endsAt).toISOString(),
  };
}
