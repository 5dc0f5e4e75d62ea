import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Sort } from '../../components/ui/table/table-types.ts';
import { readListSearch } from '../list-search.ts';
import { useListSearch } from '../use-list-search.ts';
import { toListParams } from './list-params.ts';

/**
 * The list of a page of the console, as it stands in the address.
 * @param filters the first is the default
 * @param sorts the columns that the server can put it in order by
 */
export function useConsoleList<Filter extends string>(
  filters: readonly Filter[],
  sorts: readonly string[] = [],
) {
  const search = readListSearch(useSearch({ strict: false }), filters, sorts);
  const { setQuery, setPage, setSort } = useListSearch(search);
  const navigate = useNavigate();
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
    setQuery,
    setPage,
    setSort,
    /** Shows everything again. */
    clear: () => void navigate({ to: '.', search: {}, resetScroll: false }),
  };
}
