import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/ui/card.tsx';
import { PowerRibbon } from '../../../components/ui/power-ribbon.tsx';
import { PowerStateMark } from '../../../components/ui/power-state-mark.tsx';
import { formatDuration, formatTime } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import {
  exampleEndMs,
  exampleInterruptions,
  exampleSegments,
  exampleStartMs,
} from '../example-day.ts';

/** What each interruption of the example teaches. */
const lessons = {
  mains_lost: 'example.lesson.mains_lost',
  unobserved: 'example.lesson.unobserved',
  internet_lost: 'example.lesson.internet_lost',
} as const;

/** A site as its owner sees it: power now, the last 24 hours, and what each stretch was. */
export function ExampleSite() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [mainsLost] = exampleInterruptions;
  return (
    <Card className="p-5 sm:p-7">
      <div className="flex items-start justify-between gap-4">
        <h2 className="font-semibold text-lg">{t('example.site')}</h2>
        <span className="rounded-full border border-line px-3 py-0.5 text-muted text-xs">
          {t('example.tag')}
        </span>
      </div>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
        <PowerStateMark state="up" className="text-2xl" />
        <span className="text-muted text-sm">
          {t('example.since', { time: formatTime(mainsLost.endMs, language) })}
        </span>
      </p>
      <PowerRibbon
        className="mt-5"
        segments={exampleSegments}
        startMs={exampleStartMs}
        endMs={exampleEndMs}
        label={t('example.ribbon')}
      />
      <p className="mt-1.5 flex justify-between text-muted text-xs" aria-hidden="true">
        <span>{t('example.day_ago')}</span>
        <span>{t('example.now')}</span>
      </p>
      <ul className="mt-4 -mb-3 divide-y divide-line">
        {exampleInterruptions.map(({ state, startMs, endMs }) => (
          <li key={state} className="grid gap-x-4 py-3 text-sm sm:grid-cols-[1fr_auto]">
            <PowerStateMark state={state} />
            <span className="tabular-nums">
              {formatTime(startMs, language)}–{formatTime(endMs, language)}
              <span className="text-muted"> · {formatDuration(endMs - startMs, language)}</span>
            </span>
            <span className="text-muted sm:col-span-2">{t(lessons[state])}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
