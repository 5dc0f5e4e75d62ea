/** The tabs of the list; the first is the default. */
export const keyFilters = ['all', 'unused', 'used', 'expired'] as const;
