import type { Counted } from '../../store/engine/index-walk.ts';

/** The total of a list over all pages, as its answer says it. */
export function totalOf({ total, isCapped }: Counted): {
  readonly total: number;
  readonly total_is_capped?: true;
} {
  return isCapped ? { total, total_is_capped: true } : { total };
}
