import type { ListSearch } from '../list-search.ts';

/** Rows of a page where the address says nothing else. */
export const defaultLimit = 25;

/** How the server's lists are asked. */
export type ListParams = {
  q?: string | undefined;
  filter?: string | undefined;
  page: number;
  limit: number;
  sort?: string | undefined;
  direction?: 'asc' | 'desc' | undefined;
};

/** A list's state in the address, as the server's lists are asked. */
export function toListParams({
  page = 1,
  limit = defaultLimit,
  ...search
}: ListSearch): ListParams {
  return { ...search, page, limit };
}
