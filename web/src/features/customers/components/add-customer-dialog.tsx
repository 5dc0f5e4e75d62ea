import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useAddCustomer } from '../api/add-customer.ts';
import { describeCustomerError } from '../describe-customer-error.ts';

interface AddCustomerDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export function AddCustomerDialog({ isOpen, onClose }: AddCustomerDialogProps) {
  const { t } = useTranslation();
  const add = useAddCustomer();
  const form = useSaveForm({
    defaultValues: { name: '', phone: '', telegram_username: '' },
    check: ({ name, phone }) => ({
      name: name.trim() === '' && t('ui.said.enter_name'),
      phone: phone.trim() === '' && t('ui.said.enter_phone'),
    }),
    save: (customer) => add.mutateAsync(customer),
    onSaved: () => {
      toast.success(t('customers.add.done'));
      onClose();
    },
    describe: (error) => describeCustomerError(error, t),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.add.title')}
      action={t('customers.add.action')}
    >
      <form.AppField name="name">
        {(field) => <field.TextField label={t('customers.column.name')} maxLength={100} />}
      </form.AppField>
      <form.AppField name="phone">
        {(field) => (
          <field.TextField
            label={t('customers.column.phone')}
            type="tel"
            placeholder="081-234-5678"
            maxLength={32}
          />
        )}
      </form.AppField>
      <form.AppField name="telegram_username">
        {(field) => (
          <field.TextField
            label={t('customers.column.bot')}
            hint={t('customers.form.bot_hint')}
            maxLength={33}
            isOptional
          />
        )}
      </form.AppField>
    </FormDialog>
  );
}
