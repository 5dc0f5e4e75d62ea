import { useQuery } from '@tanstack/react-query';
import { Activity, Cpu, KeyRound, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { StaleNotice } from '../../../components/console/stale-notice.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { StatCard, StatCards } from '../../../components/ui/stat-card.tsx';
import { attentionQuery } from '../../../lib/console/attention-query.ts';
import { devicesQuery } from '../../../lib/console/devices-query.ts';
import { lostParams } from '../../../lib/console/list-params.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { dashboardQuery } from '../api/get-dashboard.ts';
import { AttentionCard } from './attention-card.tsx';
import { RecentDevices } from './recent-devices.tsx';
import { RecentEvents } from './recent-events.tsx';
import { ServiceNotice } from './service-notice.tsx';

interface DashboardPageProps {
  /** It is not known yet whether `children` has anything to show. */
  isWaiting: boolean;
  children: ReactNode;
}

/** The operator's first page: what needs somebody now; below it four numbers, and what is new. */
export function DashboardPage({ isWaiting, children }: DashboardPageProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, refetch, isRefetching, isLoading } = useQuery(dashboardQuery);
  const attention = useQuery(attentionQuery);
  const lost = useQuery(devicesQuery(lostParams));
  // What comes above the rest would push it down.
  const isIncomplete = isWaiting || isLoading || attention.isLoading || lost.isLoading;
  const first = (
    <>
      <ServiceNotice />
      <AttentionCard />
    </>
  );
  const number = (value: number | undefined) =>
    value === undefined ? undefined : formatNumber(value, language);
  if (data === undefined && error !== null) {
    return (
      <div className="flex flex-col gap-6">
        <PageHeader title={t('console.nav.dashboard')} />
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        </Card>
      </div>
    );
  }
  if (isIncomplete) {
    return (
      <div className="flex flex-col gap-6" aria-busy="true">
        <PageHeader title={t('console.nav.dashboard')} />
        {attention.isLoading || lost.isLoading ? (
          // Where early/show-attention.ts writes what the first answer says.
          <div data-attention>
            <Card className="flex items-center gap-4 px-5 py-4">
              <Skeleton className="w-7" />
              <Skeleton className="w-64" />
            </Card>
          </div>
        ) : (
          first
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('console.nav.dashboard')} />
      <StaleNotice error={error} onRetry={() => void refetch()} />
      {first}
      {children}
      <StatCards>
        <StatCard
          label={t('dashboard.customers')}
          icon={Users}
          value={number(data?.customers.total)}
        />
        <StatCard
          label={t('dashboard.devices')}
          icon={Cpu}
          value={
            data && (
              <>
                {number(data.devices.online)}
                <span className="font-normal text-lg text-muted">
                  {' / '}
                  {number(data.devices.total)}
                </span>
              </>
            )
          }
        />
        <StatCard label={t('dashboard.keys')} icon={KeyRound} value={number(data?.keys.unused)} />
        <StatCard
          label={t('dashboard.events')}
          icon={Activity}
          value={number(data?.events.today)}
        />
      </StatCards>
      {/* Each as long as what it lists. */}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <RecentDevices devices={data?.devices.recent} />
        <RecentEvents events={data?.events.recent} />
      </div>
    </div>
  );
}
