import type { KeyFilter } from '../../../../src/domain/keys/key-lifecycle.ts';

/** The tabs of the list; the first is the default. */
export const keyFilters = [
  'all',
  'unused',
  'used',
  'ending',
  'expired',
] as const satisfies KeyFilter[];

/** The tabs of the list; the first is the default. */
export const eventFilters = ['all', 'power_down', 'power_restored'] as const;

/** The tabs of the list; the first is the default. */
export const deliveryFilters = ['undelivered', 'waiting', 'sent', 'all'] as const;
