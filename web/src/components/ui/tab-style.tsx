import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';

/** Scrolls sideways where there are more tabs than room. */
export const tabListClasses =
  'flex gap-1 overflow-x-auto overflow-y-hidden border-line border-b [scrollbar-width:none] print:hidden';

export const tabClasses =
  '-mb-px flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 font-semibold text-muted text-sm transition hover:text-text focus-visible:-outline-offset-2';

interface CountBadgeProps {
  count: number | undefined;
  /** There may be more. */
  isCapped?: boolean;
}

export function CountBadge({ count, isCapped = false }: CountBadgeProps) {
  const language = useLanguage();
  if (count === undefined) return null;
  return (
    <span className="rounded-full bg-raised px-2 py-px font-normal text-muted text-xs tabular-nums">
      {formatNumber(count, language)}
      {isCapped && '+'}
    </span>
  );
}
