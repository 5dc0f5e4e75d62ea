import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrentPasswordField } from '../../../components/console/current-password-field.tsx';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { explainWrongPassword } from '../../../lib/console/wrong-password.ts';
import { describeError } from '../../../lib/error-text.ts';

interface PasswordDialogProps<Saved> {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What happens, and what is lost. */
  description: string;
  action: string;
  save: (password: string) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

/** Asks for the own password: a session alone, which may be stolen, changes nothing about signing in. */
export function PasswordDialog<Saved>(props: PasswordDialogProps<Saved>) {
  const { save, onSaved, ...dialog } = props;
  const { t } = useTranslation();
  const input = useRef<HTMLElement>(null);
  const form = useSaveForm({
    defaultValues: { password: '' },
    check: ({ password }) => ({ password: password === '' && t('ui.said.fill_in_all_fields') }),
    save: async ({ password }) => {
      try {
        return await save(password);
      } catch (error) {
        throw explainWrongPassword(error, t);
      }
    },
    onSaved,
    describe: (error) => t('ui.form.failed', { reason: describeError(error, t) }),
  });
  return (
    <FormDialog form={form} size="small" initialFocus={input} {...dialog}>
      <form.AppField name="password">
        {() => <CurrentPasswordField inputRef={input} />}
      </form.AppField>
    </FormDialog>
  );
}
