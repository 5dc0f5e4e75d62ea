/** Strangers' phones are called by day only, with codes and tests: in which zone it is noon now. */
export function zoneOfNoon(): string {
  const hours = 12 - new Date().getUTCHours();
  // Etc/GMT-7 is seven hours ahead of Greenwich.
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
