import { ChevronLeft, ChevronRight } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { IconButton } from './icon-button.tsx';

export interface PagerState {
  /** From 1. */
  page: number;
  limit: number;
  /** Of all pages. */
  total: number;
  /** There are more than `total`, but no page shows them. */
  isCapped?: boolean;
  onPageChange: (page: number) => void;
}

/** `51–100 of 1,204` and the pages. One page is seen as a whole, and its count is only heard. */
export function Pagination({ page, limit, total, isCapped, onPageChange }: PagerState) {
  const { t } = useTranslation();
  const language = useLanguage();
  const pages = Math.max(1, Math.ceil(total / limit));
  if (total === 0) return null;
  const shownPages = listPages(page, pages);
  const from = (page - 1) * limit + 1;
  const range = {
    from: formatNumber(from, language),
    to: formatNumber(Math.min(total, page * limit), language),
    total: `${formatNumber(total, language)}${isCapped === true ? '+' : ''}`,
  };
  return (
    <nav
      aria-label={t('ui.pager.label')}
      className={
        pages === 1
          ? 'sr-only'
          : 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 print:hidden'
      }
    >
      <p className="text-muted text-sm tabular-nums" aria-live="polite">
        {t('ui.pager.range', range)}
      </p>
      {pages > 1 && (
        <ul className="flex items-center gap-0.5">
          <li>
            <IconButton
              label={t('ui.pager.previous')}
              icon={ChevronLeft}
              size="small"
              disabled={page <= 1}
              onClick={() => onPageChange(page - 1)}
            />
          </li>
          {shownPages.map((shown, index) =>
            shown === null ? (
              <li
                key={`after${shownPages[index - 1]}`}
                aria-hidden="true"
                className="hidden px-1 text-muted sm:block"
              >
                …
              </li>
            ) : (
              <li key={shown} className={shown === page ? undefined : 'hidden sm:block'}>
                <button
                  type="button"
                  aria-label={t('ui.pager.page', { page: formatNumber(shown, language) })}
                  aria-current={shown === page ? 'page' : undefined}
                  onClick={() => onPageChange(shown)}
                  className={classNames(
                    'grid h-11 min-w-11 place-items-center rounded-sm px-2 text-sm tabular-nums transition md:pointer-fine:h-9 md:pointer-fine:min-w-9',
                    shown === page
                      ? 'bg-raised font-semibold text-text'
                      : 'text-muted hover:bg-raised hover:text-text',
                  )}
                >
                  {formatNumber(shown, language)}
                </button>
              </li>
            ),
          )}
          <li>
            <IconButton
              label={t('ui.pager.next')}
              icon={ChevronRight}
              size="small"
              disabled={page >= pages}
              onClick={() => onPageChange(page + 1)}
            />
          </li>
        </ul>
      )}
    </nav>
  );
}

/** The pages to offer: the first, the last, and those around the one shown; null for a gap. */
export function listPages(page: number, pages: number): (number | null)[] {
  const wanted = new Set([1, 2, page - 1, page, page + 1, pages - 1, pages]);
  const shown: (number | null)[] = [];
  let last = 0;
  for (let candidate = 1; candidate <= pages; candidate += 1) {
    if (!wanted.has(candidate) && pages > 7) continue;
    // A gap of one page is no shorter than the page.
    if (candidate - last === 2) shown.push(candidate - 1);
    else if (candidate - last > 2) shown.push(null);
    shown.push(candidate);
    last = candidate;
  }
  return shown;
}
