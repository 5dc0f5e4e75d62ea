import type { Cause, KnownPower, Link, Power } from '../states.ts';

/** The loss of a device: mains, contact, or none. */
export const losses = ['mains_lost', 'contact_lost'] as const;
type Loss = (typeof losses)[number];

interface LossFacts {
  readonly link: Link;
  readonly power: Power;
  /** Of the open outage whose power is not back. Null: there is none. */
  readonly cause: Cause | null;
}

/**
 * The power of now, as far as it is known; the API's `power_status` everywhere. A loss that the device reported
 * stands while it is silent. That a silent device once had power says nothing.
 * @returns null: not known
 */
export function knownPower({ link, power }: Omit<LossFacts, 'cause'>): KnownPower | null {
  if (power === 'DOWN') return 'DOWN';
  return power === 'UP' && link === 'online' ? 'UP' : null;
}

/**
 * An open outage says it best. Without one, for example where nobody watches, the last word of the device
 * counts. Null: the device has power, or was never heard.
 */
export function lossOf({ link, power, cause }: LossFacts): Loss | null {
  if (cause !== null) return cause === 'mains' ? 'mains_lost' : 'contact_lost';
  if (power === 'DOWN') return 'mains_lost';
  return link === 'offline' ? 'contact_lost' : null;
}
