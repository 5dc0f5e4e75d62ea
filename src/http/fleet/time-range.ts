import { invalidField } from '../../domain/errors.ts';
import type { Period } from '../../domain/local-days.ts';

/**
 * The time that a query asks for.
 * @param bounds how long it is unless the query says, and at the longest
 * @throws AppError VALIDATION
 */
export function rangeOf(
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  now: number,
  { usualMs, longestMs }: { readonly usualMs: number; readonly longestMs: number },
): Period {
  const toAt = to ?? now;
  const fromAt = from ?? toAt - usualMs;
  if (fromAt >= toAt) throw invalidField('from', 'must lie before to');
  if (toAt - fromAt > longestMs) {
    throw invalidField('from', `must lie at most ${longestMs / 86_400_000} days before to`);
  }
  return { fromAt, toAt };
}
