import { queryOptions } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { MainsVoltageAnswer } from '../../../../src/contract/fleet/mains-voltage.ts';
import type { Api } from '../../lib/api-client.ts';
import { formatDuration, formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { lazyOr } from '../../lib/lazy-part.tsx';
import { useLanguage } from '../../lib/use-language.ts';
import { Card } from '../ui/card.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { pointsSince, voltageFacts } from './voltage-facts.ts';

/** Loaded only where a board measures the mains. Without it the figures say what matters. */
const VoltageCanvas = lazyOr(
  async () => (await import('./voltage-canvas.tsx')).VoltageCanvas,
  () => null,
);

const dayWords = {
  '1': 'voltage.day',
  '7': 'voltage.week',
  '30': 'voltage.month',
} as const;
type Days = keyof typeof dayWords;
const dayChoices = ['1', '7', '30'] as const satisfies readonly Days[];

/** The voltage of the mains over some days; nothing where it is not measured. */
export function VoltageCard({ answer }: { answer: MainsVoltageAnswer | undefined }): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const [days, setDays] = useState<Days>('7');
  const points = useMemo(
    () => (answer ? pointsSince(answer.points, Date.parse(answer.to), Number(days)) : []),
    [answer, days],
  );
  if (answer === undefined || answer.points.length === 0) return null;
  const { normal } = answer;
  const facts = voltageFacts(points, normal);
  const volts = (value: number) => t('voltage.volts', { value: formatNumber(value, language) });
  return (
    <Card className="flex flex-col gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold text-sm">{t('voltage.title')}</h3>
        <SegmentedControl
          label={t('voltage.time')}
          options={dayChoices.map((value) => ({ value, label: t(dayWords[value]) }))}
          value={days}
          onChange={setDays}
        />
      </div>
      {facts === undefined ? (
        <p className="text-muted text-sm">{t('voltage.none')}</p>
      ) : (
        <>
          <p className="text-sm tabular-nums">
            {t('voltage.facts', {
              min: volts(facts.min),
              max: volts(facts.max),
              mean: volts(facts.mean),
            })}{' '}
            <span className={facts.outsideMs === 0 ? 'text-muted' : 'text-contact-lost'}>
              {facts.outsideMs === 0
                ? t('voltage.normal')
                : t('voltage.outside', { duration: formatDuration(facts.outsideMs, language) })}
            </span>
          </p>
          <div className="h-60" aria-hidden="true">
            <Suspense fallback={<Skeleton className="h-full w-full" />}>
              <VoltageCanvas points={points} normal={normal} />
            </Suspense>
          </div>
          <p className="text-muted text-xs">
            {t('voltage.hint', { low: volts(normal.low), high: volts(normal.high) })}
          </p>
        </>
      )}
    </Card>
  );
}

const dayMs = 86_400_000;
/** A slot of the server's; nothing new is known before the next. */
const slotMs = 600_000;
const shownDays = 30;

/**
 * What a board has measured of the mains in the last 30 days.
 * @param devicePath `/api/devices/fw-a1b2c3d4e5f6`
 */
export function mainsVoltageQuery(api: Api, devicePath: string) {
  return queryOptions({
    queryKey: ['mains-voltage', devicePath],
    queryFn: ({ signal }): Promise<MainsVoltageAnswer> => {
      const from = new Date(Date.now() - shownDays * dayMs).toISOString();
      return api.get(`${devicePath}/mains-voltage`, { query: { from }, signal });
    },
    staleTime: slotMs,
    refetchInterval: slotMs,
    meta: { isLive: false },
  });
}
