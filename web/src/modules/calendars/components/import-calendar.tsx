import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useAddCalendar } from '../api/planned-source.ts';
import type { ImportProps } from './import-dialog.tsx';

export function ImportCalendar({ source, sites, renderSites, onDone }: ImportProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { mutateAsync } = useAddCalendar(source);
  const form = useSaveForm({
    defaultValues: { url: '', sites },
    check: (values) => ({
      ...(values.url.trim() === '' && { url: t('ui.finding.required') }),
      ...(values.sites?.length === 0 && { sites: t('planned.form.sites_missing') }),
    }),
    save: (values) => mutateAsync({ url: values.url, deviceIds: values.sites }),
    onSaved: ({ outages }) => {
      const number = formatNumber(outages, language);
      toast.success(t('calendars.import.added', { count: outages, number }));
      onDone();
    },
    describe: (error) => t('contacts.failed', { reason: describeError(error, t) }),
  });
  return (
    <Form form={form}>
      <p className="text-muted text-sm">{t('calendars.import.calendar_text')}</p>
      <form.AppField name="url">
        {(field) => (
          <field.TextField
            inputMode="url"
            label={t('calendars.import.address')}
            maxLength={2000}
            autoComplete="off"
          />
        )}
      </form.AppField>
      <form.AppField name="sites">
        {(field) => (
          <>
            {renderSites({
              value: field.state.value,
              onChange: field.handleChange,
              error: field.state.meta.errors.find((error) => typeof error === 'string'),
            })}
          </>
        )}
      </form.AppField>
      <form.FormError />
      <div className="flex justify-end">
        <form.SubmitButton>{t('calendars.import.add_calendar')}</form.SubmitButton>
      </div>
    </Form>
  );
}
