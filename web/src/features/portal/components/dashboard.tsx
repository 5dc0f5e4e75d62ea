import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { describeError } from '../../../lib/error-text.ts';
import { statsQuery } from '../api/get-stats.ts';
import { findSpareKey } from '../spare-key.ts';
import { DeviceTable } from './device-table.tsx';
import { KeyStats } from './key-stats.tsx';
import { KeyTable } from './key-table.tsx';
import { MessengerSection } from './messenger-section.tsx';
import { OwnData } from './own-data.tsx';
import { PowerNow } from './power-now.tsx';
import { PowerNowSkeleton } from './power-now-skeleton.tsx';
import { Questions } from './questions.tsx';
import { Sessions } from './sessions.tsx';

/**
 * Everything of a customer, power first.
 * @param children what happened: below the devices
 */
export function Dashboard({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(statsQuery);
  const retry = () => void refetch();
  if (data === undefined && error !== null) {
    return (
      <Card>
        <ErrorState
          error={error}
          title={t('portal.load_failed')}
          isRetrying={isFetching}
          onRetry={retry}
        />
      </Card>
    );
  }
  const messenger = data && <MessengerSection key="messenger" messenger={data.messenger} />;
  const isConnected = data !== undefined && data.messenger.connected > 0;
  return (
    <>
      {error !== null && (
        <Notice
          kind="warning"
          title={t('portal.stale')}
          action={
            <Button look="secondary" size="small" isBusy={isFetching} onClick={retry}>
              {t('ui.retry')}
            </Button>
          }
        >
          {describeError(error, t)}
        </Notice>
      )}
      <Questions />
      {data === undefined ? (
        <PowerNowSkeleton />
      ) : (
        data.devices.length > 0 && <PowerNow devices={data.devices} />
      )}
      {/* By key, so that it goes on where it was when it moves: it knows that a chat has just come. */}
      {[
        !isConnected && messenger,
        <KeyStats key="stats" stats={data?.stats} />,
        <KeyTable key="keys" keys={data?.keys} />,
        <DeviceTable key="devices" devices={data?.devices} spareKey={findSpareKey(data?.keys)} />,
        isConnected && messenger,
      ]}
      {children}
      {data && <Sessions />}
      {data && <OwnData requestedAt={data.user.deletion_requested_at} />}
    </>
  );
}
