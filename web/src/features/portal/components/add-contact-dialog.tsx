import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { type Contact, useAddContact } from '../api/contacts.ts';

interface AddContactDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onAdded: (contact: Contact) => void;
}

/** Asks who else is told. */
export function AddContactDialog({ isOpen, onClose, onAdded }: AddContactDialogProps) {
  const { t } = useTranslation();
  const { mutateAsync } = useAddContact();
  const form = useSaveForm({
    defaultValues: { name: '' },
    check: ({ name }) => (name.trim() === '' ? { name: t('contacts.name_missing') } : {}),
    save: ({ name }) => mutateAsync(name),
    onSaved: ({ data }) => {
      toast.success(t('contacts.added', { name: data.name }));
      form.reset();
      onClose();
      onAdded(data);
    },
    describe: (error) => t('contacts.failed', { reason: describeError(error, t) }),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('contacts.add_title')}
      description={t('contacts.add_text')}
      action={t('contacts.add')}
      size="small"
    >
      <form.AppField name="name">
        {(field) => (
          <field.TextField
            label={t('contacts.name')}
            hint={t('contacts.name_hint')}
            maxLength={100}
            autoComplete="off"
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}
