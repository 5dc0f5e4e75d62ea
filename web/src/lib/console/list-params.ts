import type { ListSearch } from '../list-search.ts';

/** Default number of rows on a page. */
export const defaultLimit = 25;

/** Parameters of the server's lists. */
export type ListParams = {
  q?: string | undefined;
  filter?: string | undefined;
  page: number;
  limit: number;
  sort?: string | undefined;
  direction?: 'asc' | 'desc' | undefined;
};

/** Turns a list's state in the address into parameters for the server. */
export function toListParams({
  page = 1,
  limit = defaultLimit,
  ...search
}: ListSearch): ListParams {
  return { ...search, page, limit };
}

/** What the dashboard shows of the sites in trouble: what nobody was told of, then what nobody has acknowledged. */
export const lostParams = {
  filter: 'lost',
  sort: 'urgency',
  direction: 'asc',
  page: 1,
  limit: 8,
} as const;
