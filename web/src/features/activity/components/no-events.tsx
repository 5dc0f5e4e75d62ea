import { Activity } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { useActivitySearch } from '../use-activity-search.ts';

interface NoEventsProps {
  /** There are some, on pages before this one. */
  isPastEnd: boolean;
}

/** Why there is nothing to see, and what to look at instead. */
export function NoEvents({ isPastEnd }: NoEventsProps) {
  const { t } = useTranslation();
  const { search, show } = useActivitySearch();
  if (isPastEnd) {
    return (
      <EmptyState
        title={t('events.past_end.title')}
        action={
          <Button look="secondary" onClick={() => show({ page: undefined })}>
            {t('events.past_end.first_page')}
          </Button>
        }
      />
    );
  }
  if (search.filter === undefined && search.device === undefined) {
    return (
      <EmptyState icon={Activity} title={t('events.empty.title')} text={t('events.empty.text')} />
    );
  }
  return (
    <EmptyState
      icon={Activity}
      title={t('events.empty_filter.title')}
      text={t('events.empty_filter.text')}
      action={
        <Button
          look="secondary"
          onClick={() => show({ filter: undefined, device: undefined, page: undefined })}
        >
          {t('events.empty_filter.show_all')}
        </Button>
      }
    />
  );
}
