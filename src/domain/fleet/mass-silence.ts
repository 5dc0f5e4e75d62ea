/**
 * When many devices fall silent together, the fault may be ours: our own line, not their mains.
 * At least 5 devices, and at least half of those online, within 30 s.
 */
const leastDevices = 5;

/** How close together silences count as one event, in ms. */
export const massSilenceWindowMs = 30_000;

/**
 * @param silent devices that fell or are falling silent within the window
 * @param online devices that were online before it
 */
export function isMassSilence(silent: number, online: number): boolean {
  return silent >= leastDevices && silent * 2 >= online;
}
