/** An outage that many sites share, as the core keeps, words and tells it. Who finds it is a module. */
import type { Cause } from '../states.ts';

/** `suspected` until boards that measure the mains, or boards that have returned, prove the cause. */
export const areaStatuses = ['suspected', 'confirmed'] as const;
export type AreaStatus = (typeof areaStatuses)[number];

export const areaCauses = ['mains', 'network'] as const satisfies readonly Cause[];
export type AreaCause = (typeof areaCauses)[number];

/** The area outage around a customer's own, as far as they may know of it. */
export interface Nearby {
  /** Sites of others that it has taken. */
  readonly sites: number;
  readonly cause: AreaCause;
  readonly status: AreaStatus;
  /** Some of its sites are back. */
  readonly isReturning: boolean;
}
