/** What a list shows, as it stands in the address: what is at its default is left out. */
export interface ListSearch<Filter extends string = string> {
  /** Words to look for. */
  q?: string;
  filter?: Filter;
  /** From 1. */
  page?: number;
  limit?: number;
  /** The id of a column. */
  sort?: string;
  direction?: 'asc' | 'desc';
}

/**
 * Reads the state of a list from an address anybody may have typed: what makes no sense is dropped.
 * For a route: `validateSearch: (search) => readListSearch(search, ['all', 'online'], ['name'])`.
 */
export function readListSearch<Filter extends string>(
  search: Readonly<Record<string, unknown>>,
  filters: readonly Filter[] = [],
  sorts: readonly string[] = [],
): ListSearch<Filter> {
  const { q, page, limit, direction } = search;
  const sort = sorts.find((known) => known === search['sort']);
  const filter = filters.find((known) => known === search['filter']);
  return {
    ...(hasText(q) && { q: String(q).slice(0, 100) }),
    ...(filter !== undefined && filter !== filters[0] && { filter }),
    ...(isWholeNumber(page, 2, 1_000_000) && { page }),
    ...(isWholeNumber(limit, 1, 200) && { limit }),
    ...(sort !== undefined && { sort }),
    ...(direction === 'desc' && sort !== undefined && { direction }),
  };
}

/** The router reads `?q=081` as the number 81 unless it was quoted. */
function hasText(value: unknown): value is string | number {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}

function isWholeNumber(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}
