import { useStore } from '@tanstack/react-form';
import { useQueries, useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { plannedKinds } from '../../../../../src/domain/alerts/planned-time.ts';
import { PlannedItem, useCancelQuestion } from '../../../components/planned/planned-item.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { type PlannedDialogProps, plannedTimesExtras } from '../../../lib/extras.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { spanOfClock, tomorrow } from '../../../lib/site-clock.ts';
import type { Site } from '../contact-words.ts';
import { plannedTimesQuery, useCancelPlannedTime, usePlanTime } from '../planned-time-calls.ts';
import { useIsOwner } from '../portal-stats.ts';
import { Section } from './section.tsx';
import { type ChosenSites, SiteChoice } from './site-choice.tsx';

interface PlannedTimesProps {
  sites: readonly Site[];
  /** False: what stands around it says what it is. */
  hasTitle: boolean;
}

/** When power is planned to be off, which owners say. Until there is such a time, it is a row of buttons. */
export function PlannedTimes({ sites, hasTitle }: PlannedTimesProps) {
  const { t } = useTranslation();
  const { data: times } = useQuery(plannedTimesQuery);
  const added = plannedTimesExtras();
  const isAdded = useQueries({ queries: added.map(({ isUsed }) => isUsed) });
  const { mutateAsync } = useCancelPlannedTime();
  const { question, ask } = useCancelQuestion(mutateAsync);
  const [isPlanning, setIsPlanning] = useState(false);
  const [Opened, setOpened] = useState<ComponentType<PlannedDialogProps> | null>(null);
  const isOwner = useIsOwner();
  if (times === undefined) return null;
  const isEmpty = times.length === 0 && isAdded.every(({ data }) => data !== true);
  const look = isEmpty ? 'ghost' : 'secondary';
  const tools = isOwner && (
    <div className="flex flex-wrap gap-2">
      <Button
        look={look}
        size="small"
        icon={<CalendarClock aria-hidden="true" className="size-4" />}
        onClick={() => setIsPlanning(true)}
      >
        {t('planned.add')}
      </Button>
      {added.map(({ name, Tools }) => (
        <Tools key={name} look={look} onOpen={(dialog) => setOpened(() => dialog)} />
      ))}
    </div>
  );
  const list = (
    <div className="flex flex-col gap-4">
      {added.map(({ name, Sources }) => (
        <Sources key={name} mayRemove={isOwner} />
      ))}
      {times.length > 0 && (
        <Card className="px-5">
          <ul className="divide-y divide-line">
            {times.map((time) => (
              <PlannedItem
                key={time.id}
                time={time}
                badge={t(kindWords[time.kind])}
                facts={time.is_operators ? [t('planned.by_operator')] : []}
                {...(isOwner &&
                  !time.is_operators &&
                  !time.is_imported && { onCancel: () => ask(time) })}
              />
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
  return (
    <>
      {isEmpty ? (
        tools
      ) : hasTitle ? (
        <Section title={t('planned.title')} aside={tools}>
          {list}
        </Section>
      ) : (
        <div className="flex flex-col gap-4">
          {tools}
          {list}
        </div>
      )}
      <PlanTimeDialog sites={sites} isOpen={isPlanning} onClose={() => setIsPlanning(false)} />
      {Opened !== null && <Opened sites={sites} onClose={() => setOpened(null)} />}
      {question}
    </>
  );
}

const kindWords = {
  maintenance: 'planned.kind.maintenance',
  announced: 'planned.kind.announced',
} as const;

interface PlanTimeDialogProps {
  sites: readonly Site[];
  isOpen: boolean;
  onClose: () => void;
}

const formWords = {
  maintenance: 'planned.form.maintenance',
  announced: 'planned.form.announced',
} as const;

/** Asks when power will be off. An end before the beginning is on the next day. */
function PlanTimeDialog({ sites, isOpen, onClose }: PlanTimeDialogProps) {
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
            options={plannedKinds.map((value) => ({
              value,
              label: t(formWords[value]),
            }))}
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
