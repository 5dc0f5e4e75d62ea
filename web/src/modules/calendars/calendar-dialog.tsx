import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type {
  calendarAnswerSchema,
  calendarClosedAnswerSchema,
  calendarOpenedAnswerSchema,
} from '../../../../src/modules/calendars/feed-contract.ts';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { CopyButton } from '../../components/ui/copy-button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { toast } from '../../components/ui/toast.ts';
import { portalKeys } from '../../features/portal/portal-stats.ts';
import { customerApi } from '../../lib/api-client.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';

/** Makes, renews and ends the secret address. It is forgotten with the dialog. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data: hasAddress } = useQuery(calendarQuery);
  const opening = useOpenCalendar();
  const closing = useCloseCalendar();
  const [asksFor, setAsksFor] = useState<'renew' | 'close' | null>(null);
  const path = hasAddress === true ? opening.data?.data.path : undefined;
  const sayWhy = (error: unknown) =>
    toast.error(t('calendars.feed.failed', { reason: describeError(error, t) }));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('calendars.feed.title')}
      description={t('calendars.feed.text')}
    >
      {path !== undefined && <Address address={`${window.location.origin}${path}`} />}
      {hasAddress === true && path === undefined && (
        <p className="text-sm">{t('calendars.feed.shown_once')}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {hasAddress === false && (
          <Button
            look="primary"
            isBusy={opening.isPending}
            onClick={() => opening.mutate(undefined, { onError: sayWhy })}
          >
            {t('calendars.feed.open')}
          </Button>
        )}
        {hasAddress === true && (
          <>
            <Button look="secondary" onClick={() => setAsksFor('renew')}>
              {t('calendars.feed.renew')}
            </Button>
            <Button look="secondary" onClick={() => setAsksFor('close')}>
              {t('calendars.feed.close')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        isOpen={asksFor === 'renew'}
        onClose={() => setAsksFor(null)}
        title={t('calendars.feed.renew_title')}
        description={t('calendars.feed.renew_text')}
        action={t('calendars.feed.renew')}
        onConfirm={async () => void (await opening.mutateAsync())}
      />
      <ConfirmDialog
        isOpen={asksFor === 'close'}
        onClose={() => setAsksFor(null)}
        title={t('calendars.feed.close_title')}
        description={t('calendars.feed.close_text')}
        action={t('calendars.feed.close')}
        isDestructive
        onConfirm={async () => {
          await closing.mutateAsync();
          toast.success(t('calendars.feed.closed'));
        }}
      />
    </Dialog>
  );
}

function Address({ address }: { address: string }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="flex items-center gap-1 text-sm">
        <code className="min-w-0 break-all">{address}</code>
        <CopyButton text={address} what={t('calendars.feed.address')} />
      </p>
      <p className="mt-1 text-muted text-sm">{t('calendars.feed.hint')}</p>
    </>
  );
}

const path = '/api/customer/calendar';

/** Whether the calendar has an address. */
const calendarQuery = queryOptions({
  queryKey: [...portalKeys.all, 'calendar'],
  queryFn: ({ signal }) => customerApi.get<OutputOf<typeof calendarAnswerSchema>>(path, { signal }),
  select: ({ data }) => data.is_open,
});

/** Makes a new address; it is shown once. */
function useOpenCalendar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => customerApi.post<OutputOf<typeof calendarOpenedAnswerSchema>>(path),
    onSuccess: () =>
      queryClient.setQueryData(calendarQuery.queryKey, { ok: true, data: { is_open: true } }),
  });
}

/** Ends the address. */
function useCloseCalendar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => customerApi.delete<OutputOf<typeof calendarClosedAnswerSchema>>(path),
    onSuccess: ({ data }) => queryClient.setQueryData(calendarQuery.queryKey, { ok: true, data }),
  });
}
