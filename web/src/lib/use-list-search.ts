import { type AnyRouter, useNavigate } from '@tanstack/react-router';
import type { ListSearch } from './list-search.ts';

/**
 * Ways to change what a list shows, kept in the address of the page. Typing replaces the entry in the
 * history; a filter, a page and a sort order each add one, so that Back undoes them.
 *
 * @param search what the route's `useSearch()` gave
 */
export function useListSearch<Filter extends string>(search: ListSearch<Filter>) {
  const navigate = useNavigate();
  const go = (
    change: Partial<Record<keyof ListSearch, string | number | undefined>>,
    replace = false,
  ) =>
    void navigate<AnyRouter, '.'>({
      to: '.',
      search: (previous: object) => ({ ...previous, ...change }),
      replace,
      resetScroll: false,
    });
  return {
    search,
    setQuery: (q: string) => go({ q: q === '' ? undefined : q, page: undefined }, true),
    setFilter: (filter: Filter | undefined) => go({ filter, page: undefined }),
    setPage: (page: number) => go({ page: page === 1 ? undefined : page }),
    setLimit: (limit: number) => go({ limit, page: undefined }),
    setSort: (sort: { by: string; direction: 'asc' | 'desc' } | undefined) =>
      go({
        sort: sort?.by,
        direction: sort?.direction === 'desc' ? 'desc' : undefined,
        page: undefined,
      }),
  };
}
