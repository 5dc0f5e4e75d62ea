import { useStore } from '@tanstack/react-form';
import { Save } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { SettingsAnswer } from '../../../../../src/contract/system/settings.ts';
import { SettingsCard } from '../../../components/console/settings-card.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { UnsavedQuestion } from '../../../components/ui/form/unsaved-question.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useSaveSettings } from '../api/save-settings.ts';
import { settingCards } from '../setting-cards.ts';
import { pickSettings, settingLimits, settingNames, toSaved, toWhole } from '../setting-limits.ts';
import { GeneralCard } from './general-card.tsx';

interface SettingsFormProps {
  settings: SettingsAnswer;
  /** Cards beside them, which save by themselves. */
  children: ReactNode;
}

/** All settings; those that are typed are saved together by the button above. */
export function SettingsForm({ settings, children }: SettingsFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const saved = pickSettings(settings);
  const save = useSaveSettings();
  const form = useSaveForm({
    defaultValues: saved,
    check: (values) => {
      const findings = settingNames.map((name) => {
        const { min, max } = settingLimits[name];
        const value = toWhole(values[name]);
        if (value < min) return [name, t('settings.at_least', { min })] as const;
        if (value <= max) return [name, undefined] as const;
        return [name, t('settings.at_most', { max: formatNumber(max, language) })] as const;
      });
      return Object.fromEntries(findings);
    },
    save: (values) => save.mutateAsync(toSaved(values, saved)),
    onSaved: (answer) => {
      form.reset(pickSettings(answer));
      toast.success(t('settings.saved'));
    },
    describe: (error) => t('settings.failed', { reason: describeError(error, t) }),
  });
  const isBusy = useStore(form.store, (state) => state.isSubmitting);
  const isChanged = useStore(form.store, (state) => !state.isDefaultValue);
  return (
    <form.AppForm>
      <div className="flex flex-col gap-6">
        <PageHeader
          title={t('settings.title')}
          text={t('settings.text')}
          actions={
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <span role="status" className="text-muted text-sm empty:hidden">
                {isChanged && !isBusy && t('settings.unsaved')}
              </span>
              <form.SubmitButton form={id} icon={<Save aria-hidden="true" className="size-4" />}>
                {isBusy ? t('settings.saving') : t('settings.save')}
              </form.SubmitButton>
            </div>
          }
        />
        <div className="grid items-start gap-5 xl:grid-cols-[3fr_2fr]">
          <div className="flex flex-col gap-5">
            <Form form={form} id={id}>
              <form.FormError />
              {settingCards.map(({ title, fields }) => (
                <SettingsCard key={title} title={t(title)}>
                  <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
                    {fields.map((entry) => (
                      <form.AppField key={entry.name} name={entry.name}>
                        {(field) => (
                          <field.NumberField
                            label={t(entry.label)}
                            unit={t(entry.unit)}
                            min={0}
                            {...('hint' in entry && { hint: t(entry.hint) })}
                          />
                        )}
                      </form.AppField>
                    ))}
                  </div>
                </SettingsCard>
              ))}
            </Form>
          </div>
          <div className="flex flex-col gap-5">
            <GeneralCard settings={settings} />
            {children}
          </div>
        </div>
      </div>
      <UnsavedQuestion isUnsaved={isChanged} />
    </form.AppForm>
  );
}
