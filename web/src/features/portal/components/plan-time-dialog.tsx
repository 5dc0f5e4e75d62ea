import { useStore } from '@tanstack/react-form';
import { useTranslation } from 'react-i18next';
import { plannedKinds } from '../../../../../src/domain/alerts/planned-time.ts';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { usePlanTime } from '../api/planned-times.ts';
import type { Site } from '../contact-words.ts';
import { Choice } from './choice.tsx';

interface PlanTimeDialogProps {
  sites: readonly Site[];
  isOpen: boolean;
  onClose: () => void;
}

const kindWords = {
  maintenance: 'planned.form.maintenance',
  announced: 'planned.form.announced',
} as const;

/** The calendar day after this one, as a date field has it. */
function tomorrow(): string {
  const day = new Date(Date.now() + 86_400_000);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

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
      areSitesChosen: false,
      devices: [] as string[],
      note: '',
    },
    save: ({ kind, date, from, to, isWeekly, areSitesChosen, devices, note }) => {
      const startsAt = new Date(`${date}T${from}`);
      const endsAt = new Date(`${date}T${to}`);
      if (endsAt <= startsAt) endsAt.setDate(endsAt.getDate() + 1);
      return mutateAsync({
        kind,
        note,
        starts_at: startsAt.toISOString(),
        ends_at: endsAt.toISOString(),
        // The switch is not there for the others.
        is_weekly: isWeekly && kind === 'maintenance',
        device_ids: areSitesChosen ? devices : null,
      });
    },
    check: ({ date, areSitesChosen, devices }) => ({
      ...(date === '' && { date: t('planned.form.date_missing') }),
      ...(areSitesChosen &&
        devices.length === 0 && { areSitesChosen: t('planned.form.sites_missing') }),
    }),
    onSaved: () => {
      toast.success(t('planned.saved'));
      form.reset();
      onClose();
    },
    describe: (error) => t('contacts.failed', { reason: describeError(error, t) }),
  });
  const { areSitesChosen, kind } = useStore(form.store, ({ values }) => values);
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
        {(field) => <field.TextField type="date" label={t('planned.form.date')} />}
      </form.AppField>
      <div className="grid grid-cols-2 gap-4">
        <form.AppField name="from">
          {(field) => <field.TextField type="time" label={t('contacts.form.from')} />}
        </form.AppField>
        <form.AppField name="to">
          {(field) => <field.TextField type="time" label={t('contacts.form.to')} />}
        </form.AppField>
      </div>
      {kind === 'maintenance' && (
        <form.AppField name="isWeekly">
          {(field) => <field.CheckboxField label={t('planned.weekly')} />}
        </form.AppField>
      )}
      {sites.length > 1 && (
        <form.AppField name="areSitesChosen">
          {(field) => <field.SwitchField label={t('contacts.form.chosen')} />}
        </form.AppField>
      )}
      {areSitesChosen && (
        <form.AppField name="devices">
          {(field) => (
            <Choice
              legend={t('contacts.facts.sites')}
              options={sites.map((site) => ({ value: site.device_id, label: site.site_name }))}
              value={field.state.value}
              onChange={field.handleChange}
            />
          )}
        </form.AppField>
      )}
      <form.AppField name="note">
        {(field) => <field.TextField label={t('planned.form.note')} isOptional maxLength={200} />}
      </form.AppField>
    </FormDialog>
  );
}
