import type { ListSearch } from '../list-search.ts';

/** Rows of a page where the address says nothing else. */
export const defaultLimit = 25;

/** A list's state in the address, as the server's lists are asked. */
export function toListParams({ q, filter, page = 1, limit = defaultLimit }: ListSearch) {
  return { q, filter, page, limit };
}
export type ListParams = ReturnType<typeof toListParams>;
