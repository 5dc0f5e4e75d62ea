import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarX2, FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import type { plannedTimesAnswerSchema } from '../../../../src/contract/alerts/planned-times.ts';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import type { newAnnouncementSchema } from '../../../../src/modules/calendars/announcement-contract.ts';
import { PlannedItem, useCancelQuestion } from '../../components/planned/planned-item.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { FormDialog } from '../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Tabs } from '../../components/ui/tabs.tsx';
import { toast } from '../../components/ui/toast.ts';
import { adminApi } from '../../lib/api-client.ts';
import { consoleKey } from '../../lib/console/live-query.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { spanOfClock, tomorrow } from '../../lib/site-clock.ts';
import { useNow } from '../../lib/use-now.ts';
import { ImportDialog } from './import-dialog.tsx';
import { OutageCalendars } from './outage-calendars.tsx';
import type { PlannedSource } from './planned-source.ts';
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

/** Asks when and where power will be off. An end before the beginning is on the next day. */
function AnnounceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { mutateAsync } = useAnnounce();
  const form = useSaveForm({
    defaultValues: {
      date: tomorrow(),
      from: '09:00',
      to: '12:00',
      note: '',
      sites: [] as string[],
    },
    check: ({ date, from, to, sites }) => ({
      ...(date === '' && { date: t('planned.form.date_missing') }),
      ...(from === '' && { from: t('ui.field.time_missing') }),
      ...(to === '' && { to: t('ui.field.time_missing') }),
      ...(sites.length === 0 && { sites: t('planned.form.sites_missing') }),
    }),
    save: ({ note, sites, ...clock }) =>
      mutateAsync({ note, device_ids: sites, ...spanOfClock(clock) }),
    onSaved: () => {
      toast.success(t('announcements.saved'));
      onClose();
    },
    describe: (error) => t('contacts.failed', { reason: describeError(error, t) }),
  });
  return (
    <FormDialog
      form={form}
      isOpen
      onClose={onClose}
      title={t('announcements.add_title')}
      description={t('announcements.add_text')}
      action={t('announcements.save')}
    >
      <form.AppField name="date">
        {(field) => <field.DateField label={t('planned.form.date')} />}
      </form.AppField>
      <div className="grid grid-cols-2 gap-4">
        <form.AppField name="from">
          {(field) => <field.TimeField label={t('contacts.form.from')} />}
        </form.AppField>
        <form.AppField name="to">
          {(field) => <field.TimeField label={t('contacts.form.to')} />}
        </form.AppField>
      </div>
      <form.AppField name="sites">
        {(field) => (
          <SitePicker
            value={field.state.value}
            onChange={field.handleChange}
            error={field.state.meta.errors.find((error) => typeof error === 'string')}
          />
        )}
      </form.AppField>
      <form.AppField name="note">
        {(field) => <field.TextField label={t('planned.form.note')} isOptional maxLength={200} />}
      </form.AppField>
    </FormDialog>
  );
}

const path = '/api/announcements';
const queryKey = [...consoleKey, 'announcements'] as const;
/** What begins, ends or is read from a calendar is told by no event. */
const askEveryMs = 60_000;

/** What is announced: what is not over, or the last of what is. */
function announcementsQuery(state: 'current' | 'over') {
  return queryOptions({
    queryKey: [...queryKey, state],
    queryFn: ({ signal }) =>
      adminApi.get<OutputOf<typeof plannedTimesAnswerSchema>>(path, { query: { state }, signal }),
    select: ({ data }) => data,
    refetchInterval: askEveryMs,
  });
}

const announcementSource: PlannedSource = {
  api: adminApi,
  files: `${path}/csv`,
  calendars: '/api/outage-calendars',
  changes: [queryKey],
  calendarsKey: [...consoleKey, 'outage-calendars'],
};

function useAnnouncementChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}

function useAnnounce() {
  return useAnnouncementChange((outage: InputOf<typeof newAnnouncementSchema>) =>
    adminApi.post(path, outage),
  );
}

function useTakeBack() {
  return useAnnouncementChange((id: number) => adminApi.delete(`${path}/${id}`));
}
