import { useTranslation } from '../../../lib/i18n.ts';
import type { PowerSegment } from '../../../lib/power-state.ts';
import type { RibbonWords } from './ribbon-words.ts';

interface RibbonListProps {
  segments: readonly PowerSegment[];
  startMs: number;
  endMs: number;
  words: RibbonWords;
}

const listedAtMost = 60;

/** The ribbon in words, for those who cannot see it. */
export function RibbonList({ segments, startMs, endMs, words }: RibbonListProps) {
  const { t } = useTranslation();
  const told = segments.filter(({ state }) => state !== 'up');
  const hidden = told.length - listedAtMost;
  return (
    <div className="sr-only">
      <p>{t('ui.ribbon.summary', { from: words.time(startMs), to: words.time(endMs) })}</p>
      {told.length === 0 ? (
        <p>{t('ui.ribbon.all_up')}</p>
      ) : (
        <ul aria-label={t('ui.ribbon.list')}>
          {told.slice(0, listedAtMost).map((segment) => (
            <li key={segment.startMs}>{words.line(segment)}</li>
          ))}
          {hidden > 0 && <li>{t('ui.ribbon.more', { count: hidden })}</li>}
        </ul>
      )}
    </div>
  );
}
