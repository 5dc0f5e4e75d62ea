import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useEditCustomer } from '../api/edit-customer.ts';

interface ActivateCustomerDialogProps {
  customer: CustomerAnswer;
  isOpen: boolean;
  onClose: () => void;
}

export function ActivateCustomerDialog(props: ActivateCustomerDialogProps) {
  const { customer, isOpen, onClose } = props;
  const { t } = useTranslation();
  const edit = useEditCustomer();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.activate.title', { name: customer.name })}
      description={t('customers.activate.text')}
      action={t('customers.activate.open')}
      onConfirm={async () => {
        await edit.mutateAsync({ id: customer.id, fields: { is_active: true } });
        toast.success(t('customers.activate.done'));
      }}
    />
  );
}
