import { useNavigate, useSearch } from '@tanstack/react-router';
import { readListSearch } from '../list-search.ts';
import { useListSearch } from '../use-list-search.ts';
import { toListParams } from './list-params.ts';

/**
 * The list of a page of the console, as it stands in the address.
 * @param filters the first is the default
 */
export function useConsoleList<Filter extends string>(filters: readonly Filter[]) {
  const search = readListSearch(useSearch({ strict: false }), filters);
  const { setQuery, setPage } = useListSearch(search);
  const navigate = useNavigate();
  const { q = '', filter, page = 1 } = search;
  return {
    q,
    filter,
    page,
    params: toListParams(search),
    isNarrowed: q !== '' || filter !== undefined,
    setQuery,
    setPage,
    /** Shows everything again. */
    clear: () => void navigate({ to: '.', search: {}, resetScroll: false }),
  };
}
