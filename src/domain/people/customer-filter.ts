/**
 * `lost`: a site of theirs is without power or contact; `deletion`: they ask to be forgotten; `unreachable`: they have a
 * device, and no recipient that can be told.
 */
export const customerFilters = [
  'all',
  'lost',
  'active',
  'inactive',
  'deletion',
  'unreachable',
] as const;
export type CustomerFilter = (typeof customerFilters)[number];

/** Orders of a list of customers. */
export const customerSorts = ['name', 'phone', 'username', 'devices', 'registered'] as const;
export type CustomerSort = (typeof customerSorts)[number];
