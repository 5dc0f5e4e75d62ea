import { useTranslation } from '../../../lib/i18n.ts';
import { PowerStateMark } from '../power-state-mark.tsx';
import type { RibbonPiece } from './ribbon-geometry.ts';
import type { RibbonWords } from './ribbon-words.ts';

interface RibbonDetailsProps {
  piece: RibbonPiece;
  widthPx: number;
  words: RibbonWords;
}

const shownAtMost = 4;

/**
 * The bubble below a piece: what, from, to, how long. Hidden from screen readers, which are told the
 * same by the strip itself.
 */
export function RibbonDetails({ piece, widthPx, words }: RibbonDetailsProps) {
  const { t } = useTranslation();
  const centre = ((piece.x + piece.width / 2) / widthPx) * 100;
  const [first, ...others] = piece.segments;
  const hidden = piece.segments.length - shownAtMost;
  return (
    <div
      aria-hidden="true"
      className="absolute top-12 z-20 w-64 max-w-full pt-2 print:hidden"
      style={{ left: `clamp(0px, calc(${centre}% - 8rem), max(0px, calc(100% - 16rem)))` }}
    >
      <div className="rounded-md border border-line bg-surface px-4 py-3 text-sm shadow-float">
        {others.length === 0 ? (
          <>
            <PowerStateMark state={first.state} />
            <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-4 text-xs">
              <dt className="text-muted">{t('ui.ribbon.from')}</dt>
              <dd className="text-right tabular-nums">{words.time(first.startMs)}</dd>
              <dt className="text-muted">{t('ui.ribbon.to')}</dt>
              <dd className="text-right tabular-nums">{words.until(first)}</dd>
              <dt className="text-muted">{t('ui.ribbon.lasted')}</dt>
              <dd className="text-right font-semibold tabular-nums">{words.lasted(first)}</dd>
            </dl>
          </>
        ) : (
          <>
            <p className="font-semibold">
              {t('ui.ribbon.several', { count: piece.segments.length })}
            </p>
            <ul className="mt-1 space-y-1 text-xs">
              {piece.segments.slice(0, shownAtMost).map((segment) => (
                <li key={segment.startMs}>
                  <PowerStateMark state={segment.state} />
                  <span className="block text-muted tabular-nums">
                    {words.time(segment.startMs)} · {words.lasted(segment)}
                  </span>
                </li>
              ))}
            </ul>
            {hidden > 0 && (
              <p className="mt-1 text-muted text-xs">{t('ui.ribbon.more', { count: hidden })}</p>
            )}
          </>
        )}
      </div>
    </div>
  );
}
