import { useStore } from '@tanstack/react-form';
import { plannedKinds } from '../../../../../src/domain/alerts/planned-time.ts';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { spanOfClock, tomorrow } from '../../../lib/site-clock.ts';
import { usePlanTime } from '../api/planned-times.ts';
import type { Site } from '../contact-words.ts';
import { type ChosenSites, SiteChoice } from './site-choice.tsx';

interface PlanTimeDialogProps {
  sites: readonly Site[];
  isOpen: boolean;
  onClose: () => void;
}

const kindWords = {
  maintenance: 'planned.form.maintenance',
  announced: 'planned.form.announced',
} as const;

/** Asks when power will be off. An end before the beginning is on the next day. */
export function PlanTimeDialog({ sites, isOpen, onClose }: PlanTimeDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = usePlanTime();
  const form = useSaveForm({
    defaultValues: {
      kind: 'maintenance' as (typeof plannedKinds)[number],
      date: tomorrow(),
      from: '09:00',
      to: '12:00',
      isWeekly: false,
      sites: null as ChosenSites,
      note: '',
    },
    save: ({ kind, isWeekly, sites: chosen, note, ...clock }) =>
      mutateAsync({
        ...{ kind, note, device_ids: chosen, ...spanOfClock(clock) },
        // The switch is not there for the others.
        is_weekly: isWeekly && kind === 'maintenance',
      }),
    check: ({ date, from, to, sites: chosen }) => ({
      ...(date === '' && { date: t('planned.form.date_missing') }),
      ...(from === '' && { from: t('ui.field.time_missing') }),
      ...(to === '' && { to: t('ui.field.time_missing') }),
      ...(chosen?.length === 0 && { sites: t('planned.form.sites_missing') }),
    }),
    onSaved: () => {
      toast.success(t('planned.saved'));
      form.reset();
      onClose();
    },
    describe: (error) => t('contacts.failed', { reason: describeError(error, t) }),
  });
  const kind = useStore(form.store, ({ values }) => values.kind);
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('planned.form.title')}
      action={t('planned.form.save')}
    >
      <form.AppField name="kind">
        {(field) => (
          <field.SelectField
            label={t('planned.form.kind')}
            hint={
              kind === 'maintenance'
                ? t('planned.form.maintenance_hint')
                : t('planned.form.announced_hint')
            }
            options={plannedKinds.map((value) => ({ value, label: t(kindWords[value]) }))}
          />
        )}
      </form.AppField>
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
      {kind === 'maintenance' && (
        <form.AppField name="isWeekly">
          {(field) => <field.CheckboxField label={t('planned.weekly')} />}
        </form.AppField>
      )}
      <form.AppField name="sites">
        {(field) => (
          <SiteChoice
            sites={sites}
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
