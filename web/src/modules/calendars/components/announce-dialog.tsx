import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { spanOfClock, tomorrow } from '../../../lib/site-clock.ts';
import { useAnnounce } from '../api/announcements.ts';
import { SitePicker } from './site-picker.tsx';

/** Asks when and where power will be off. An end before the beginning is on the next day. */
export function AnnounceDialog({ onClose }: { onClose: () => void }) {
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
