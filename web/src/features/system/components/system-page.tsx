import { useQuery } from '@tanstack/react-query';
import { LoadingPage } from '../../../components/console/loading-page.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { systemQuery } from '../api/get-system.ts';
import { BackupsCard } from './backups-card.tsx';
import { BoardsCard, BrokerCard, ConnectionsCard } from './board-cards.tsx';
import { ClusterCard } from './cluster-card.tsx';
import { GapsCard } from './gaps-card.tsx';
import { AlertsCard, ChannelsCard, MessengerCard } from './message-cards.tsx';
import { RefusalsCard } from './refusals-card.tsx';
import { DatabaseCard, DiskCard, MapCard, ServiceCard, TokensCard } from './server-cards.tsx';

/** How the service itself stands; what needs a hand is red. */
export function SystemPage() {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(systemQuery);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title={t('system.title')}
        text={
          <span aria-live="polite">
            {data === undefined
              ? t('ui.loading')
              : data.problems.length === 0
                ? t('system.all_well')
                : t('system.problems', { count: data.problems.length })}
          </span>
        }
      />
      {data === undefined && error === null && <LoadingPage />}
      {data === undefined && error !== null && (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        </Card>
      )}
      {data !== undefined && error !== null && (
        <Notice kind="warning" title={t('system.stale')}>
          {describeError(error, t)}
        </Notice>
      )}
      {data !== undefined && (
        <>
          <Card className="divide-y divide-line overflow-hidden">
            <ChannelsCard system={data} />
            <MessengerCard system={data} />
            <AlertsCard system={data} />
            <BrokerCard system={data} />
            <BoardsCard system={data} />
            <ConnectionsCard system={data} />
            <ServiceCard system={data} />
            <DatabaseCard system={data} />
            <DiskCard system={data} />
            <MapCard system={data} />
            <TokensCard system={data} />
          </Card>
          <ClusterCard system={data} />
          <RefusalsCard system={data} />
          <BackupsCard system={data} />
          <GapsCard system={data} />
        </>
      )}
    </div>
  );
}
