import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import { BackLinkText, backLinkClasses } from '../../../components/console/back-link.tsx';
import { ExportButton } from '../../../components/console/list-tools.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { SegmentedControl } from '../../../components/ui/segmented-control.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useTabSearch } from '../../../lib/console/use-console-list.ts';
import { isoDateIn, shownTimezone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNow } from '../../../lib/use-now.ts';
import { reliabilityQuery } from '../api/get-reliability.ts';
import {
  readReliabilitySearch,
  type ShownPeriod,
  shownPeriods,
  timeOf,
} from '../reliability-search.ts';
import { AreaTrail } from './area-trail.tsx';
import { ReliabilityBody } from './reliability-body.tsx';

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
