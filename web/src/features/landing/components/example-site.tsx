import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PowerRibbon } from '../../../components/ui/power-ribbon.tsx';
import { PowerStateMark } from '../../../components/ui/power-state-mark.tsx';
import { formatDuration, formatTime } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
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
    <Card className="relative p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 className="flex flex-wrap items-center gap-x-3 font-semibold text-lg">
          {t('example.site')}
          <Badge tone="neutral">{t('example.tag')}</Badge>
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <PowerStateMark state="up" className="text-lg" />
          <span className="text-muted text-sm">
            {t('example.since', { time: formatTime(mainsLost.endMs) })}
          </span>
        </p>
      </div>
      <PowerRibbon
        className="mt-5"
        segments={exampleSegments}
        startMs={exampleStartMs}
        endMs={exampleEndMs}
        label={t('example.ribbon')}
        hasAxis
      />
      <p className="mt-1 text-muted text-xs">{t('example.try')}</p>
      <ul className="mt-4 grid gap-x-8 gap-y-4 border-line border-t pt-5 text-sm md:grid-cols-3">
        {exampleInterruptions.map(({ state, startMs, endMs }) => (
          <li key={state}>
            <PowerStateMark state={state} />
            <p className="tabular-nums">
              {formatTime(startMs)}–{formatTime(endMs)}
              <span className="text-muted"> · {formatDuration(endMs - startMs, language)}</span>
            </p>
            <p className="text-pretty text-muted">{t(lessons[state])}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
