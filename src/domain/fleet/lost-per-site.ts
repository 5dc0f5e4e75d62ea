import type { Cause } from '../states.ts';

interface Reported {
  readonly by_device: readonly { readonly total_duration: number }[];
  readonly by_cause: readonly {
    readonly cause: Cause;
    readonly is_power_outage: boolean;
    readonly duration: number;
  }[];
}

/**
 * The one figure of a report: how long power was gone at a site, on average, in minutes; and how much of that may yet
 * turn out to be no outage of power, since contact is lost and nobody knows why.
 */
export function lostPerSite({ by_device: sites, by_cause: causes }: Reported): {
  readonly minutes: number;
  readonly uncertainMinutes: number;
} {
  const sum = sites.reduce((minutes, { total_duration: lost }) => minutes + lost, 0);
  const uncertain = causes
    .filter(({ cause, is_power_outage: isCounted }) => isCounted && cause === 'silent')
    .reduce((minutes, { duration }) => minutes + duration, 0);
  const count = Math.max(1, sites.length);
  return { minutes: sum / count, uncertainMinutes: uncertain / count };
}
