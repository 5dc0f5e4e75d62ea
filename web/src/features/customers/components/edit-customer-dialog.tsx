import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { FormDialog } from '../../../components/ui/form/form-dialog.tsx';
import { useSaveForm } from '../../../components/ui/form/use-save-form.ts';
import { toast } from '../../../components/ui/toast.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useEditCustomer } from '../api/edit-customer.ts';
import { describeCustomerError } from '../describe-customer-error.ts';

interface EditCustomerDialogProps {
  customer: CustomerAnswer;
  isOpen: boolean;
  onClose: () => void;
}

export function EditCustomerDialog({ customer, isOpen, onClose }: EditCustomerDialogProps) {
  const { t } = useTranslation();
  const edit = useEditCustomer();
  const form = useSaveForm({
    defaultValues: {
      name: customer.name,
      phone: formatPhone(customer.phone),
      telegram_username: customer.telegram_username ?? '',
      email: customer.email ?? '',
      line_id: customer.line_id ?? '',
      address: customer.address ?? '',
    },
    check: ({ name, phone }) => ({
      name: name.trim() === '' && t('ui.said.enter_name'),
      phone: phone.trim() === '' && t('ui.said.enter_phone'),
    }),
    save: (fields) => edit.mutateAsync({ id: customer.id, fields }),
    onSaved: () => {
      toast.success(t('customers.edit.done'));
      onClose();
    },
    describe: (error) => describeCustomerError(error, t),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.edit.title')}
      action={t('console.save')}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <form.AppField name="name">
          {(field) => <field.TextField label={t('customers.column.name')} maxLength={100} />}
        </form.AppField>
        <form.AppField name="phone">
          {(field) => (
            <field.TextField
              label={t('customers.column.phone')}
              hint={t('customers.form.phone_hint')}
              type="tel"
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
        <form.AppField name="line_id">
          {(field) => (
            <field.TextField label={t('customers.fact.line')} maxLength={64} isOptional />
          )}
        </form.AppField>
      </div>
      <form.AppField name="email">
        {(field) => (
          <field.TextField
            label={t('customers.fact.email')}
            type="email"
            maxLength={254}
            isOptional
          />
        )}
      </form.AppField>
      <form.AppField name="address">
        {(field) => (
          <field.TextAreaField label={t('customers.fact.address')} maxLength={500} isOptional />
        )}
      </form.AppField>
    </FormDialog>
  );
}
