import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonLook } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { calendarQuery, useCloseCalendar, useOpenCalendar } from '../api/calendar.ts';

/** The way to the planned times in a calendar program. */
export function CalendarFeed({ look }: { look: ButtonLook }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        look={look}
        size="small"
        icon={<CalendarPlus aria-hidden="true" className="size-4" />}
        onClick={() => setIsOpen(true)}
      >
        {t('planned.calendar.add')}
      </Button>
      {isOpen && <CalendarDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Makes, renews and ends the secret address. It is forgotten with the dialog. */
function CalendarDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data: hasAddress } = useQuery(calendarQuery);
  const opening = useOpenCalendar();
  const closing = useCloseCalendar();
  const [asksFor, setAsksFor] = useState<'renew' | 'close' | null>(null);
  const path = hasAddress === true ? opening.data?.data.path : undefined;
  const sayWhy = (error: unknown) =>
    toast.error(t('planned.calendar.failed', { reason: describeError(error, t) }));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('planned.calendar.title')}
      description={t('planned.calendar.text')}
    >
      {path !== undefined && <Address address={`${window.location.origin}${path}`} />}
      {hasAddress === true && path === undefined && (
        <p className="text-sm">{t('planned.calendar.shown_once')}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {hasAddress === false && (
          <Button
            look="primary"
            isBusy={opening.isPending}
            onClick={() => opening.mutate(undefined, { onError: sayWhy })}
          >
            {t('planned.calendar.open')}
          </Button>
        )}
        {hasAddress === true && (
          <>
            <Button look="secondary" onClick={() => setAsksFor('renew')}>
              {t('planned.calendar.renew')}
            </Button>
            <Button look="secondary" onClick={() => setAsksFor('close')}>
              {t('planned.calendar.close')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        isOpen={asksFor === 'renew'}
        onClose={() => setAsksFor(null)}
        title={t('planned.calendar.renew_title')}
        description={t('planned.calendar.renew_text')}
        action={t('planned.calendar.renew')}
        onConfirm={async () => void (await opening.mutateAsync())}
      />
      <ConfirmDialog
        isOpen={asksFor === 'close'}
        onClose={() => setAsksFor(null)}
        title={t('planned.calendar.close_title')}
        description={t('planned.calendar.close_text')}
        action={t('planned.calendar.close')}
        isDestructive
        onConfirm={async () => {
          await closing.mutateAsync();
          toast.success(t('planned.calendar.closed'));
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
        <CopyButton text={address} what={t('planned.calendar.address')} />
      </p>
      <p className="mt-1 text-muted text-sm">{t('planned.calendar.hint')}</p>
    </>
  );
}
