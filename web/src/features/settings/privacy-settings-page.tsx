import { useQuery } from '@tanstack/react-query';
import { SettingsCard } from '../../components/console/settings-card.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { Form } from '../../components/ui/form/form.tsx';
import { useSaveForm } from '../../components/ui/form/use-save-form.ts';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { toast } from '../../components/ui/toast.ts';
import { describeError } from '../../lib/error-text.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { type PrivacySettings, privacySettingsQuery, useSavePrivacy } from './setting-calls.ts';

/** What the privacy page says of whoever runs the service, and how long data is kept. */
export function PrivacySettingsPage() {
  const { t } = useTranslation();
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <PageHeader title={t('settings.privacy.title')} text={t('settings.privacy.page')} />
      <PrivacyCard />
    </div>
  );
}

/** What the privacy page says, and how long events and the audit log are kept. */
function PrivacyCard() {
  const { t } = useTranslation();
  const { data, error, refetch, isRefetching } = useQuery(privacySettingsQuery);
  return (
    <SettingsCard title={t('settings.privacy.title')} text={t('settings.privacy.text')}>
      {data !== undefined ? (
        <PrivacyForm settings={data} />
      ) : error === null ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
    </SettingsCard>
  );
}

const fewestMonths = 12;
const mostMonths = 240;

function PrivacyForm({ settings }: { settings: PrivacySettings }) {
  const { t } = useTranslation();
  const save = useSavePrivacy();
  const { suggested, ...values } = settings;
  const checkMonths = (months: number | null) =>
    months === null || (Number.isInteger(months) && months >= fewestMonths && months <= mostMonths)
      ? undefined
      : t('settings.privacy.months_range', { min: fewestMonths, max: mostMonths });
  const form = useSaveForm({
    defaultValues: values,
    check: ({ keepEventsMonths, keepAuditMonths }) => ({
      keepEventsMonths: checkMonths(keepEventsMonths),
      keepAuditMonths: checkMonths(keepAuditMonths),
    }),
    save: (given) => save.mutateAsync(given),
    onSaved: ({ suggested: _, ...saved }) => {
      form.reset(saved);
      toast.success(t('settings.saved'));
    },
    describe: (error) => t('settings.failed', { reason: describeError(error, t) }),
  });
  const unit = t('settings.unit.months');
  return (
    <Form form={form}>
      <form.AppField name="operatorName">
        {(field) => (
          <field.TextField
            label={t('settings.privacy.operator')}
            maxLength={200}
            autoComplete="organization"
          />
        )}
      </form.AppField>
      <form.AppField name="contact">
        {(field) => (
          <field.TextField
            label={t('settings.privacy.contact')}
            hint={t('settings.privacy.contact_hint')}
            maxLength={200}
          />
        )}
      </form.AppField>
      <form.AppField name="address">
        {(field) => (
          <field.TextAreaField label={t('settings.privacy.address')} rows={2} maxLength={500} />
        )}
      </form.AppField>
      <form.AppField name="notesTh">
        {(field) => <field.TextAreaField label={t('settings.privacy.notes_th')} maxLength={4000} />}
      </form.AppField>
      <form.AppField name="notesEn">
        {(field) => <field.TextAreaField label={t('settings.privacy.notes_en')} maxLength={4000} />}
      </form.AppField>
      <form.AppField name="keepEventsMonths">
        {(field) => (
          <field.NumberField
            label={t('settings.privacy.keep_events')}
            hint={t('settings.privacy.keep_hint', { count: suggested.keepEventsMonths })}
            unit={unit}
            min={fewestMonths}
          />
        )}
      </form.AppField>
      <form.AppField name="keepAuditMonths">
        {(field) => (
          <field.NumberField
            label={t('settings.privacy.keep_audit')}
            hint={t('settings.privacy.keep_hint', { count: suggested.keepAuditMonths })}
            unit={unit}
            min={fewestMonths}
          />
        )}
      </form.AppField>
      <form.FormError />
      <form.SubmitButton look="secondary" className="self-start">
        {t('settings.privacy.save')}
      </form.SubmitButton>
    </Form>
  );
}
