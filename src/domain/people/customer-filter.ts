/** `deletion`: they ask to be forgotten. */
export const customerFilters = ['all', 'active', 'inactive', 'deletion'] as const;
export type CustomerFilter = (typeof customerFilters)[number];
