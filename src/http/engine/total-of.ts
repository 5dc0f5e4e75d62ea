import type { Counted } from '../../store/engine/index-walk.ts';

/** How a list says how many there are on all pages. */
export function totalOf({ total, isCapped }: Counted): {
  readonly total: number;
  readonly total_is_capped?: true;
} {
  return isCapped ? { total, total_is_capped: true } : { total };
}
