/**
 * The filters of lists of the console, in the order of their tabs; the first is the default. They are not with the lists
 * because the routes read addresses by them before the pages are loaded.
 */
import type { KeyFilter } from '../../../../src/domain/keys/key-lifecycle.ts';

export const keyFilters = [
  'all',
  'unused',
  'used',
  'ending',
  'expired',
] as const satisfies KeyFilter[];

export const eventFilters = ['all', 'power_down', 'power_restored'] as const;

export const deliveryFilters = ['undelivered', 'waiting', 'sent', 'all'] as const;
