/**
 * The duration of an outage in minutes, rounded; times are epoch ms.
 * @returns null while it is open
 */
export function minutesOf(outage: {
  readonly downAt: number;
  readonly recoverAt: number | null;
  readonly confirmedAt: number | null;
}): number | null {
  const { downAt, recoverAt, confirmedAt } = outage;
  return confirmedAt === null || recoverAt === null
    ? null
    : Math.round((recoverAt - downAt) / 60_000);
}
