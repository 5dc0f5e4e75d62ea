import type { UseQueryResult } from '@tanstack/react-query';
import { type AnyRouter, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { DataTableProps, Sort } from '../../components/ui/table/table-types.ts';
import { readListSearch } from '../list-search.ts';
import { defaultLimit, toListParams } from './list-params.ts';

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
    isSortable: sorts.length > 0,
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

export type ConsoleListState<Filter extends string> = ReturnType<typeof useConsoleList<Filter>>;

export interface PagedAnswer<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly total_is_capped?: true | undefined;
  readonly page: number;
  readonly limit: number;
}

/**
 * What a table needs of a list that is read page by page. When the page in the address has gone, because its
 * rows were deleted or the address is old, the last page there is takes its place.
 */
export function usePagedTable<Row>(
  list: UseQueryResult<PagedAnswer<Row>>,
  page: number,
  onPageChange: (page: number) => void,
) {
  const { data: answer, error, isPlaceholderData: isStale, refetch } = list;
  const { data: rows, total = 0, limit = defaultLimit } = answer ?? {};
  const isGone =
    answer !== undefined && answer.page === page && answer.data.length === 0 && total > 0;
  const goToLast = useEffectEvent(() => onPageChange(Math.ceil(total / limit)));
  useEffect(() => {
    if (isGone) goToLast();
  }, [isGone]);
  const isCapped = answer?.total_is_capped === true;
  const pager = { page, limit, total, isCapped, onPageChange };
  const onRetry = () => void refetch();
  return { rows, error, onRetry, isStale, pager } satisfies Partial<DataTableProps<Row>>;
}

/** Changes what a page of one thing shows, kept in its address, so that Back undoes it. */
export function useTabSearch() {
  const navigate = useNavigate();
  return (change: Readonly<Record<string, string | number | undefined>>) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, ...change }),
      resetScroll: false,
    });
}
