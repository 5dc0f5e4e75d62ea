import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, Cpu, KeyRound, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type { dashboardAnswerSchema } from '../../../../../src/contract/system/dashboard.ts';
import {
  isSilencing,
  type SystemProblem,
} from '../../../../../src/domain/system/system-problems.ts';
import { StaleNotice } from '../../../components/console/stale-notice.tsx';
import { buttonClasses } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { StatCard, StatCards } from '../../../components/ui/stat-card.tsx';
import { adminApi } from '../../../lib/api-client.ts';
import { attentionQuery } from '../../../lib/console/attention-query.ts';
import { applyToList, devicesQuery } from '../../../lib/console/devices-query.ts';
import { lostParams } from '../../../lib/console/list-params.ts';
import {
  type ConsoleMessage,
  consoleKey,
  follow,
  isChangeOf,
} from '../../../lib/console/live-query.ts';
import { useMay } from '../../../lib/console/own-account.ts';
import { sayProblem } from '../../../lib/console/problem-words.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { AttentionCard } from './attention-card.tsx';
import { RecentDevices, RecentEvents } from './recent-lists.tsx';

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

export type DashboardAnswer = OutputOf<typeof dashboardAnswerSchema>;

/** A recent device is updated at once. The numbers cover all devices, so they are fetched again. */
export function followDashboard(
  answer: DashboardAnswer,
  message: ConsoleMessage,
  askAgain: () => void,
): DashboardAnswer {
  if (message.event === 'device') {
    const { devices: recent, before } = applyToList(answer.devices.recent, message.data);
    if (before?.status !== message.data.status) askAgain();
    if (before === undefined) return answer;
    return { ...answer, devices: { ...answer.devices, recent } };
  }
  if (message.event === 'counts') {
    const { devices } = answer;
    const { online } = message.data;
    return devices.online === online ? answer : { ...answer, devices: { ...devices, online } };
  }
  if (message.event === 'event' || isChangeOf(message, 'customer', 'device', 'key')) askAgain();
  return answer;
}

const dashboardQuery = queryOptions({
  queryKey: [...consoleKey, 'dashboard'],
  queryFn: ({ signal }): Promise<DashboardAnswer> =>
    adminApi.get('/api/dashboard/stats', { signal }),
  // The figures of the day change by the clock, and single heartbeats send no message.
  refetchInterval: 30_000,
  meta: follow(followDashboard),
});

/** What is wrong with the service itself, led by the gravest. Red if somebody is not told of outages. */
function ServiceNotice() {
  const { t } = useTranslation();
  const { data } = useQuery(attentionQuery);
  const isOwner = useMay('owner');
  const [gravest, ...others] = data?.problems ?? [];
  if (data === undefined || gravest === undefined) return null;
  const { to, title } = whereToMend(gravest, isOwner);
  return (
    <Notice
      kind={isSilencing(gravest) ? 'error' : 'warning'}
      title={sayProblem(gravest, t, data.plain_outside)}
      action={
        <Link to={to} className={buttonClasses('secondary', undefined, 'small')}>
          {t(title)}
        </Link>
      }
    >
      {others.length > 0 && (
        <p className="text-muted">{t('attention.other_problems', { count: others.length })}</p>
      )}
    </Notice>
  );
}

function whereToMend(problem: SystemProblem, isOwner: boolean) {
  switch (problem) {
    case 'alerts_failed':
    case 'alerts_late':
      return { to: '/admin/deliveries', title: 'deliveries.title' } as const;
    case 'no_messenger':
      // Only owners may set a channel up.
      if (isOwner) return { to: '/admin/channels', title: 'channels.title' } as const;
      break;
    case 'tokens_without_scopes':
      if (isOwner) return { to: '/admin/operators', title: 'operators.title' } as const;
  }
  return { to: '/admin/system', title: 'system.title' } as const;
}
