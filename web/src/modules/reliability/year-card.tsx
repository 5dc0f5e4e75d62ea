import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OwnYearAnswer } from '../../../../src/modules/reliability/contract.ts';
import { useAreaName } from '../../components/place/area-names.ts';
import { Card } from '../../components/ui/card.tsx';
import { useReportWords } from '../../features/activity/report-words.ts';
import { customerApi } from '../../lib/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';

/** How this year is so far: minutes without power, cuts a month, and how that is around the site. */
export function YearCard({ device }: { device: string | undefined }) {
  const { data } = useQuery(yearQuery(device));
  return data?.own ? <Year {...data} own={data.own} /> : null;
}

type YearProps = Pick<OwnYearAnswer, 'sites' | 'around'> & {
  own: NonNullable<OwnYearAnswer['own']>;
};

function Year({ sites, own, around }: YearProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useReportWords();
  const area = useAreaName(around?.area ?? null);
  const figures = [
    {
      label: t('reliability.year.minutes'),
      value: words.duration(own.minutes),
      around: around && words.duration(around.minutes),
    },
    {
      label: t('reliability.year.cuts'),
      value: formatNumber(own.cuts_per_month, language),
      around: around && formatNumber(around.cuts_per_month, language),
    },
  ];
  return (
    <Card className="flex flex-col gap-3 p-4 sm:p-5">
      <div>
        <h3 className="font-semibold text-sm">
          {t(sites > 1 ? 'reliability.year.title_per_site' : 'reliability.year.title')}
        </h3>
        {around && (
          <p className="text-muted text-xs">{t('reliability.year.around_hint', { area })}</p>
        )}
      </div>
      <dl className="grid grid-cols-2 gap-4">
        {figures.map(({ label, value, around: beside }) => (
          <div key={label}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-semibold text-xl tabular-nums">{value}</dd>
            {beside !== null && (
              <dd className="text-muted text-sm tabular-nums">
                {t('reliability.year.around', { value: beside })}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </Card>
  );
}

function getYear(deviceId: string | undefined, signal: AbortSignal): Promise<OwnYearAnswer> {
  return customerApi.get('/api/customer/reliability', { query: { deviceId }, signal });
}

/** How this year is at all sites or at one, and around them. */
function yearQuery(device: string | undefined) {
  return queryOptions({
    queryKey: ['reliability', 'year', device],
    queryFn: ({ signal }) => getYear(device, signal),
    staleTime: 5 * 60_000,
  });
}
