import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useNow } from '../../../lib/use-now.ts';
import { formatElapsed, formatMoment } from '../format-since.ts';
import type { SitePower, SiteState as State } from '../site-state.ts';
import { styleOf, wordOf } from './site-row.tsx';

/** Large: whether there is power, and since when. */
export function SiteState({ state: { power, since } }: { state: State }) {
  return (
    <PowerFigure power={power}>
      {since !== null && <Since power={power} time={since} />}
    </PowerFigure>
  );
}

/** @param children one line more */
export function PowerFigure({ power, children }: { power: SitePower; children: ReactNode }) {
  const { t } = useTranslation();
  const { icon: Icon, text } = styleOf(power);
  return (
    <div className="flex items-center gap-4">
      <span
        className={classNames(
          'grid size-14 shrink-0 place-items-center rounded-md border border-current/25 bg-current/10',
          text,
        )}
      >
        <Icon aria-hidden="true" className="size-7" />
      </span>
      <div className="min-w-0">
        <p className={classNames('font-semibold text-2xl leading-snug', text)}>
          {t(wordOf(power))}
        </p>
        {children}
      </div>
    </div>
  );
}

function Since({ power, time }: { power: SitePower; time: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow();
  const duration = formatElapsed(power, time, nowMs, language);
  return (
    <SinceLine
      since={
        <time dateTime={time}>
          {t('portal.since', { time: formatMoment(time, nowMs, language) })}
        </time>
      }
      lasting={duration === null ? t('portal.just_now') : t('portal.lasting', { duration })}
    />
  );
}

export function SinceLine({ since, lasting }: { since: ReactNode; lasting: string }) {
  return (
    <p className="text-muted text-sm tabular-nums">
      {since}
      {' · '}
      <span className="whitespace-nowrap">{lasting}</span>
    </p>
  );
}
