/** `none`: the modem hears no network. */
export const signalLevels = ['good', 'weak', 'none'] as const;
type SignalLevel = (typeof signalLevels)[number];

/** How well a modem hears its network. */
export interface ModemSignal {
  readonly level: SignalLevel;
  /** Null: with `none`. */
  readonly dbm: number | null;
}

/** With fewer steps smsd calls it marginal: what is sent fails now and then. */
const fewestGoodSteps = 10;
const mostSteps = 31;
/** Not known, or not detectable. */
const unknown = 99;

/**
 * What a modem says to AT+CSQ (3GPP TS 27.007, 8.5), from 0, which is -113 dBm or less, to 31, by 2 dBm each.
 * @returns undefined: it means nothing
 */
export function signalOf(steps: number): ModemSignal | undefined {
  if (steps === 0 || steps === unknown) return { level: 'none', dbm: null };
  if (steps > mostSteps) return undefined;
  return { level: steps >= fewestGoodSteps ? 'good' : 'weak', dbm: 2 * steps - 113 };
}
