import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import type { ReliabilityAnswer } from '../../../../src/modules/reliability/contract.ts';
import type { FigureName } from '../../../../src/modules/reliability/figures.ts';
import { BackLinkText, backLinkClasses } from '../../components/console/back-link.tsx';
import { ExportButton } from '../../components/console/export-button.tsx';
import { linkClasses } from '../../components/console/links.tsx';
import { useAreaName } from '../../components/place/area-names.ts';
import { BarChart } from '../../components/ui/bar-chart.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { SegmentedControl } from '../../components/ui/segmented-control.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { StatCard, StatCards } from '../../components/ui/stat-card.tsx';
import { adminApi } from '../../lib/api-client.ts';
import { classNames } from '../../lib/class-names.ts';
import { consoleKey } from '../../lib/console/live-query.ts';
import { useTabSearch } from '../../lib/console/use-console-list.ts';
import { formatMonth, formatNumber, isoDateIn, shownTimezone } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useNow } from '../../lib/use-now.ts';
import {
  createFigureFormat,
  FiguresTable,
  figureWords,
  MajorDays,
  PartsTable,
} from './figures-table.tsx';
import {
  readReliabilitySearch,
  type ShownPeriod,
  shownPeriods,
  timeOf,
} from './reliability-search.ts';

const periodWords = {
  month: 'report.period.month',
  last_month: 'report.period.last_month',
  year: 'report.period.year',
  last_year: 'reliability.last_year',
  all: 'report.period.all',
} as const satisfies Record<ShownPeriod, string>;

/** How often and how long power was gone, by the figures that engineers use. */
export function ReliabilityPage() {
  const { t } = useTranslation();
  const { period = shownPeriods[0], area } = readReliabilitySearch(useSearch({ strict: false }));
  const show = useTabSearch();
  const query = { ...timeOf(period, isoDateIn(shownTimezone, useNow())), area };
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(reliabilityQuery(query));
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('reliability.title')}
        text={t('reliability.text')}
        back={
          <Link to="/admin/outages" className={backLinkClasses}>
            <BackLinkText>{t('outages_now.title')}</BackLinkText>
          </Link>
        }
        actions={<ExportButton entity="reliability" query={query} />}
      />
      <SegmentedControl
        className="flex-wrap self-start max-sm:w-full max-sm:[&>button]:px-1"
        label={t('report.period.label')}
        options={shownPeriods.map((value) => ({ value, label: t(periodWords[value]) }))}
        value={period}
        onChange={(value) => show({ period: value === shownPeriods[0] ? undefined : value })}
      />
      {area !== undefined && <AreaTrail area={area} />}
      {data === undefined && error !== null ? (
        <Card>
          <ErrorState
            error={error}
            title={t('reliability.error')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Card>
      ) : data === undefined ? (
        <Card role="status" aria-label={t('reliability.loading')} className="p-5">
          <Skeleton className="h-80 w-full" />
        </Card>
      ) : data.total.sites === 0 ? (
        <Card>
          <EmptyState
            icon={ChartNoAxesColumn}
            title={t('report.nothing_yet.title')}
            text={t('report.nothing_yet.text')}
          />
        </Card>
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={classNames(
            'flex flex-col gap-5 transition-opacity',
            isPlaceholderData && 'opacity-60',
          )}
        >
          <ReliabilityBody answer={data} />
        </div>
      )}
    </div>
  );
}

const headline = ['saidi', 'saifi', 'caidi', 'asai'] as const satisfies readonly FigureName[];

/** The figures of a period: the four that matter, all of them, month by month, and by area. */
function ReliabilityBody({ answer }: { answer: ReliabilityAnswer }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = createFigureFormat(t, language);
  const { total, before, months, parts } = answer;
  const hasPlaces = parts.some(({ area, cell }) => area !== null || cell !== null);
  return (
    <>
      <p className="text-muted text-sm">
        {t('reliability.sample', {
          sites: formatNumber(total.sites, language),
          days: formatNumber(total.observed_site_days, language, 0),
        })}
      </p>
      <StatCards>
        {headline.map((name) => (
          <StatCard
            key={name}
            label={`${figureWords[name].name}: ${t(figureWords[name].says)}`}
            value={format(name, total.figures[name])}
            {...(before && {
              hint: t('reliability.was', { value: format(name, before.figures[name]) }),
            })}
          />
        ))}
      </StatCards>
      <MajorDays total={total} format={format} />
      <FiguresTable total={total} before={before} format={format} />
      <Card className="p-4 sm:p-5">
        <BarChart
          title={t('reliability.months')}
          labelHead={t('reliability.month')}
          valueHead="SAIDI"
          bars={months.map(({ month, saidi, saifi }) => ({
            label: formatMonth(`${month}-15T12:00:00+07:00`, language),
            value: saidi ?? 0,
            detail: saidi === null ? t('state.unobserved.word') : `SAIFI ${format('saifi', saifi)}`,
          }))}
          formatValue={(value) => formatNumber(value, language)}
        />
      </Card>
      {hasPlaces && <PartsTable parts={parts} format={format} />}
    </>
  );
}

/** Which area is shown, and the way back to everywhere. */
function AreaTrail({ area }: { area: string }) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <span className="font-semibold">{useAreaName(area)}</span>
      <Link
        to="."
        search={(previous: object) => ({ ...previous, area: undefined })}
        className={linkClasses}
      >
        {t('reliability.everywhere')}
      </Link>
    </p>
  );
}

type ReliabilityQuery = Readonly<Record<string, string | undefined>>;

/** The figures of a period; the server reads years for them, so they are not asked for at each change. */
function reliabilityQuery(query: ReliabilityQuery) {
  return queryOptions({
    queryKey: [...consoleKey, 'reliability', query],
    queryFn: ({ signal }): Promise<ReliabilityAnswer> =>
      adminApi.get('/api/reliability', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    meta: { isLive: false },
  });
}
