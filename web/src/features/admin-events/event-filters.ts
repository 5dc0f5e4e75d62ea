/** The tabs of the list; the first is the default. */
export const eventFilters = ['all', 'power_down', 'power_restored'] as const;
