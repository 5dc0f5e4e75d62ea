import { useEffect, useEffectEvent } from 'react';
import { defaultLimit } from './list-params.ts';

export interface PagedAnswer<Row> {
  readonly data: readonly Row[];
  readonly total: number;
  readonly total_is_capped?: true | undefined;
  readonly page: number;
  readonly limit: number;
}

/**
 * What a table's pager needs. When the page in the address has gone, because its rows were deleted or
 * the address is old, the last page there is takes its place.
 */
export function usePager(
  answer: PagedAnswer<unknown> | undefined,
  page: number,
  onPageChange: (page: number) => void,
) {
  const { total = 0, limit = defaultLimit } = answer ?? {};
  const isGone =
    answer !== undefined && answer.page === page && answer.data.length === 0 && total > 0;
  const goToLast = useEffectEvent(() => onPageChange(Math.ceil(total / limit)));
  useEffect(() => {
    if (isGone) goToLast();
  }, [isGone]);
  return { page, limit, total, isCapped: answer?.total_is_capped === true, onPageChange };
}
