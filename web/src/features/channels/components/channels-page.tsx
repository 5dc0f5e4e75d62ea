import { useQuery } from '@tanstack/react-query';
import { LoadingPage } from '../../../components/console/loading-page.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { channelsQuery } from '../api/channels.ts';
import { ChannelCard } from './channel-card.tsx';
import { OperatorCard } from './operator-card.tsx';

/** The ways to reach people: set up, tried, and how they do. */
export function ChannelsPage() {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(channelsQuery);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('channels.title')} text={t('channels.text')} />
      {data !== undefined && (
        <div className="flex flex-col gap-2">
          {data.map((channel) => (
            <ChannelCard key={channel.name} channel={channel} />
          ))}
        </div>
      )}
      {data !== undefined && <OperatorCard channels={data} />}
      {data === undefined && error === null && <LoadingPage />}
      {data === undefined && error !== null && (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        </Card>
      )}
    </div>
  );
}
