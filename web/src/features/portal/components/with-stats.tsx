import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type PortalStats, statsQuery } from '../portal-stats.ts';

interface WithStatsProps {
  /** Placeholder of the same size as the page, so that nothing moves later. */
  skeleton: ReactNode;
  children: (stats: PortalStats) => ReactNode;
}

/** A page of what is known of the customer's sites; says so where that cannot be had, or is old. */
export function WithStats({ skeleton, children }: WithStatsProps) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(statsQuery);
  const retry = () => void refetch();
  if (data === undefined) {
    if (error === null) return skeleton;
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
      {children(data)}
    </>
  );
}
