import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingPage } from '../../../components/console/loading-page.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { settingsQuery } from '../api/get-settings.ts';
import { SettingsForm } from './settings-form.tsx';

/** @param children cards beside the settings */
export function SettingsPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(settingsQuery);
  if (data !== undefined) return <SettingsForm settings={data}>{children}</SettingsForm>;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('settings.title')} text={t('settings.text')} />
      {error === null ? (
        <LoadingPage />
      ) : (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        </Card>
      )}
    </div>
  );
}
