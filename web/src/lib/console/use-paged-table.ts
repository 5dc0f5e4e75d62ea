import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { DataTableProps } from '../../components/ui/table/table-types.ts';
import { defaultLimit } from './list-params.ts';

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
