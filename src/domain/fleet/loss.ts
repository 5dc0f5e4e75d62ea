import type { Cause, Link, Power } from '../states.ts';

/** What a device lacks now, if anything. */
export const losses = ['mains_lost', 'contact_lost'] as const;
export type Loss = (typeof losses)[number];

export interface LossFacts {
  readonly link: Link;
  readonly power: Power;
  /** Of its outage that is open and whose power is not back; null: there is none. */
  readonly cause: Cause | null;
}

/**
 * An outage that lasts says it best; without one, as where nobody watches, what the device said last.
 * Null: it has power, or was never heard.
 */
export function lossOf({ link, power, cause }: LossFacts): Loss | null {
  if (cause !== null) return cause === 'mains' ? 'mains_lost' : 'contact_lost';
  if (power === 'DOWN') return 'mains_lost';
  return link === 'offline' ? 'contact_lost' : null;
}
