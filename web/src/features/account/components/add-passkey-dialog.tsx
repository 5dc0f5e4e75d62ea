import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useAddPasskey } from '../api/add-passkey.ts';
import { describePasskeyError } from '../describe-account-error.ts';

interface AddPasskeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function AddPasskeyDialog({ isOpen, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation();
  const add = useAddPasskey();
  const form = useSaveForm({
    defaultValues: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' && t('ui.said.enter_name') }),
    save: ({ name }) => add.mutateAsync(name.trim()),
    onSaved: () => {
      toast.success(t('account.passkeys.added'));
      onClose();
    },
    describe: (error) => describePasskeyError(error, t),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('account.passkeys.add')}
      description={t('account.passkeys.add_text')}
      action={t('account.next')}
      size="small"
    >
      <form.AppField name="name">
        {(field) => (
          <field.TextField
            label={t('account.passkeys.name')}
            hint={t('account.passkeys.name_hint')}
            autoComplete="off"
            maxLength={64}
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}
