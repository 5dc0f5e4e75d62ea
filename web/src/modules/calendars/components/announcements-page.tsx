import { useQuery } from '@tanstack/react-query';
import { CalendarX2, FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { useCancelQuestion } from '../../../components/planned/cancel-planned.tsx';
import { PlannedItem } from '../../../components/planned/planned-item.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Tabs } from '../../../components/ui/tabs.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNow } from '../../../lib/use-now.ts';
import { announcementSource, announcementsQuery, useTakeBack } from '../api/announcements.ts';
import { AnnounceDialog } from './announce-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { OutageCalendars } from './outage-calendars.tsx';
import { SitePicker } from './site-picker.tsx';

/** Outages that the operator announces to customers: by hand, from files and from calendars. */
export function AnnouncementsPage() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'announce' | 'import' | null>(null);
  const [tab, setTab] = useState<'current' | 'over'>('current');
  const close = () => setOpen(null);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('announcements.title')}
        text={t('announcements.text')}
        actions={
          <>
            <Button
              look="secondary"
              icon={<FileUp aria-hidden="true" className="size-4" />}
              onClick={() => setOpen('import')}
            >
              {t('calendars.import.open')}
            </Button>
            <Button
              look="primary"
              icon={<Plus aria-hidden="true" className="size-4" />}
              onClick={() => setOpen('announce')}
            >
              {t('announcements.add')}
            </Button>
          </>
        }
      />
      <OutageCalendars source={announcementSource} mayRemove />
      <Tabs
        label={t('announcements.title')}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'current',
            label: t('announcements.current'),
            panel: <Announcements state="current" />,
          },
          { value: 'over', label: t('announcements.over'), panel: <Announcements state="over" /> },
        ]}
      />
      {open === 'announce' && <AnnounceDialog onClose={close} />}
      {open === 'import' && (
        <ImportDialog
          source={announcementSource}
          sites={[]}
          renderSites={(field) => <SitePicker {...field} value={field.value ?? []} />}
          onClose={close}
        />
      )}
    </div>
  );
}

function Announcements({ state }: { state: 'current' | 'over' }) {
  const { t } = useTranslation();
  const now = useNow();
  const { data, error, refetch, isRefetching } = useQuery(announcementsQuery(state));
  const { mutateAsync } = useTakeBack();
  const { question, ask } = useCancelQuestion(mutateAsync);
  if (data === undefined) {
    return (
      <Card className="p-5">
        {error === null ? (
          <Skeleton className="h-24" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
        )}
      </Card>
    );
  }
  const badgeOf = ({ starts_at: from, ended_at: ended }: (typeof data)[number]) => {
    if (ended !== null) return t('announcements.taken_back');
    if (state === 'over') return t('announcements.over');
    return Date.parse(from) <= now ? t('announcements.running') : t('announcements.coming');
  };
  return (
    <Card className="px-5">
      {data.length === 0 ? (
        <EmptyState
          icon={CalendarX2}
          title={t(state === 'over' ? 'announcements.none_over' : 'announcements.none')}
          text={t('announcements.none_text')}
        />
      ) : (
        <ul className="divide-y divide-line">
          {data.map((time) => (
            <PlannedItem
              key={time.id}
              time={time}
              badge={badgeOf(time)}
              {...(state === 'current' && !time.is_imported && { onCancel: () => ask(time) })}
            />
          ))}
        </ul>
      )}
      {question}
    </Card>
  );
}
