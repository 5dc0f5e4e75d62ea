import type { CustomerFilter } from '../../../../src/domain/people/customer-filter.ts';

/** The tabs of the list; the first is the default. */
export const customerFilters = [
  'all',
  'lost',
  'active',
  'inactive',
  'unreachable',
  'deletion',
] as const satisfies CustomerFilter[];

export const customerTabs = ['devices', 'keys', 'outages', 'events', 'notifications'] as const;
type CustomerTab = (typeof customerTabs)[number];

/** What a customer's page shows; default values are left out of the address. */
interface CustomerPageSearch {
  tab?: CustomerTab;
  /** Page of the list in the tab, from 1. */
  page?: number;
}

/** Reads an address, which anybody may have typed: values that make no sense are dropped. */
export function readCustomerPageSearch(
  search: Readonly<Record<string, unknown>>,
): CustomerPageSearch {
  const tab = customerTabs.find((known) => known === search['tab']);
  const page = Number(search['page']);
  return {
    ...(tab !== undefined && tab !== customerTabs[0] && { tab }),
    ...(Number.isInteger(page) && page > 1 && page <= 1_000_000 && { page }),
  };
}
