import { type AnyRouter, useNavigate, useSearch } from '@tanstack/react-router';
import type { Sort } from '../../components/ui/table/table-types.ts';
import { readListSearch } from '../list-search.ts';
import { toListParams } from './list-params.ts';

/**
 * The list of a page of the console, as it stands in the address. Typing replaces the entry in the history;
 * a page and a sort order each add one, so that Back undoes them. `FilterTabs` change the filter.
 * @param filters the first is the default
 * @param sorts the columns that the server can put it in order by
 */
export function useConsoleList<Filter extends string>(
  filters: readonly Filter[],
  sorts: readonly string[] = [],
) {
  const search = readListSearch(useSearch({ strict: false }), filters, sorts);
  const navigate = useNavigate();
  const go = (change: Record<string, string | number | undefined>, replace = false) =>
    void navigate<AnyRouter, '.'>({
      to: '.',
      search: (previous: object) => ({ ...previous, ...change }),
      replace,
      resetScroll: false,
    });
  const { q = '', filter, page = 1 } = search;
  const sort: Sort | undefined =
    search.sort === undefined
      ? undefined
      : {
          by: search.sort,
          direction: search.direction ?? 'asc',
        };
  return {
    q,
    filter,
    page,
    sort,
    params: toListParams(search),
    isNarrowed: q !== '' || filter !== undefined,
    setQuery: (words: string) => go({ q: words === '' ? undefined : words, page: undefined }, true),
    setPage: (next: number) => go({ page: next === 1 ? undefined : next }),
    setSort: (next: Sort | undefined) =>
      go({
        sort: next?.by,
        direction: next?.direction === 'desc' ? 'desc' : undefined,
        page: undefined,
      }),
    /** Shows everything again. */
    clear: () => void navigate({ to: '.', search: {}, resetScroll: false }),
  };
}
