import { SearchX } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useActivitySearch } from '../use-activity-search.ts';

/** Whether the device in the address is no device of theirs. */
export function isNoDevice(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'NOT_FOUND';
}

export function NoDevice() {
  const { t } = useTranslation();
  const { show } = useActivitySearch();
  return (
    <EmptyState
      icon={SearchX}
      title={t('activity.no_device.title')}
      text={t('activity.no_device.text')}
      action={
        <Button look="secondary" onClick={() => show({ device: undefined, page: undefined })}>
          {t('activity.no_device.show_all')}
        </Button>
      }
    />
  );
}
