import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { type Offers, offersQuery } from '../api/get-offers.ts';

/** Shows its content if there is firmware; otherwise only that there is none. */
export function OfferState({ children }: { children: (offers: Offers) => ReactNode }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(offersQuery);
  if (data === undefined) {
    return (
      <Card className="mt-6">
        {error === null ? (
          <div aria-busy="true" aria-label={t('ui.loading')} role="status" className="p-6">
            <Skeleton className="w-2/3 max-w-sm" />
            <Skeleton className="mt-4 block h-24 w-full" />
          </div>
        ) : (
          <ErrorState
            error={error}
            title={t('firmware.offers.failed')}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Card>
    );
  }
  if (data.size === 0) {
    return (
      <Card className="mt-6">
        <EmptyState
          icon={PackageOpen}
          title={t('firmware.offers.none')}
          text={t('firmware.offers.none_text')}
        />
      </Card>
    );
  }
  return children(data);
}
