/** The tabs of the list; the first is the default. */
export const deliveryFilters = ['undelivered', 'waiting', 'sent', 'all'] as const;
