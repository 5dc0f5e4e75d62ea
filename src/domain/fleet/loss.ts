import type { Cause, Link, Power } from '../states.ts';

/** What a device lacks now: mains, contact, or nothing. */
export const losses = ['mains_lost', 'contact_lost'] as const;
export type Loss = (typeof losses)[number];

export interface LossFacts {
  readonly link: Link;
  readonly power: Power;
  /** Of the open outage whose power is not back. Null: there is none. */
  readonly cause: Cause | null;
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
