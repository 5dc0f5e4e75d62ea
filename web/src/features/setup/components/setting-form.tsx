import type { SetupAnswer } from '../../../../../src/contract/system/setup.ts';
import type { ConsoleSetting } from '../../../../../src/domain/system/console-settings.ts';
import { RestartNotice } from '../../../components/console/restart-notice.tsx';
import { Form } from '../../../components/ui/form/form.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSaveSetting } from '../api/change-setup.ts';

interface SettingFormProps {
  setup: SetupAnswer;
  setting: ConsoleSetting;
  label: string;
  hint?: string;
  /** What stands in the field at first. */
  proposal: string;
  /** What else may be meant. */
  suggestions?: readonly string[];
}

/** A setting of the machine; it can be taken back while its message is shown. */
export function SettingForm(props: SettingFormProps) {
  const { setup, setting, label, hint, proposal, suggestions = [] } = props;
  const { t } = useTranslation();
  const { value, next, is_configured: isConfigured } = setup.settings[setting];
  const change = useSaveSetting(setting);
  const form = useSaveForm({
    defaultValues: { value: next !== null && next !== value ? next : proposal },
    check: (given) => ({
      value: given.value.trim() === '' && t('ui.finding.required'),
    }),
    save: async (given) => {
      // What waits for the next start was given; what is in force while its step is left was not.
      const before = next === value ? null : next;
      await change.mutateAsync(given.value.trim());
      return before;
    },
    onSaved: (before) =>
      toast.success(t('setup.saved'), {
        label: t('ui.undo'),
        onClick: () =>
          change.mutate(before, { onError: (error) => toast.error(describeError(error, t)) }),
      }),
  });
  if (isConfigured) return <p className="mt-2 text-muted">{t('ui.refusal.setting_configured')}</p>;
  return (
    <>
      <Form form={form} className="mt-3 gap-3">
        <form.AppField name="value">
          {(field) => (
            <field.TextField
              label={label}
              {...(hint !== undefined && { hint })}
              suggestions={suggestions}
              autoComplete="off"
              maxLength={500}
            />
          )}
        </form.AppField>
        <form.FormError />
        <div>
          <form.SubmitButton>{t('setup.save')}</form.SubmitButton>
        </div>
      </Form>
      {next !== value && (
        <RestartNotice text={t('setup.restart')} command={setup.restart_command} />
      )}
    </>
  );
}
