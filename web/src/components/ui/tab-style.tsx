import { classNames } from '../../lib/class-names.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';

/** Scrolls sideways where there are more tabs than room. */
export const tabListClasses =
  'flex gap-1 overflow-x-auto overflow-y-hidden border-line border-b [scrollbar-width:none] print:hidden';

export const tabClasses =
  '-mb-px flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 font-semibold text-muted text-sm transition hover:text-text focus-visible:-outline-offset-2';

/** As wide as most counts are. */
const usualCount = 10;

interface CountBadgeProps {
  /** Undefined while it is asked for: then its room is kept. */
  count: number | undefined;
  /** There may be more. */
  isCapped?: boolean;
}

export function CountBadge({ count, isCapped = false }: CountBadgeProps) {
  const language = useLanguage();
  return (
    <span
      className={classNames(
        'rounded-full bg-raised px-2 py-px font-normal text-muted text-xs tabular-nums',
        count === undefined && 'invisible',
      )}
    >
      {formatNumber(count ?? usualCount, language)}
      {isCapped && '+'}
    </span>
  );
}
