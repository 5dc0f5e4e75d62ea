import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useEditCustomer } from '../api/edit-customer.ts';

interface DeactivateCustomerDialogProps {
  customer: CustomerAnswer;
  isOpen: boolean;
  onClose: () => void;
}

export function DeactivateCustomerDialog(props: DeactivateCustomerDialogProps) {
  const { customer, isOpen, onClose } = props;
  const { t } = useTranslation();
  const edit = useEditCustomer();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.deactivate.title', { name: customer.name })}
      description={t('customers.deactivate.text')}
      losses={[
        t('customers.deactivate.sessions'),
        t('customers.deactivate.alerts', { count: customer.device_count }),
      ]}
      action={t('customers.deactivate.open')}
      isDestructive
      onConfirm={async () => {
        await edit.mutateAsync({ id: customer.id, fields: { is_active: false } });
        toast.success(t('customers.deactivate.done'));
      }}
    />
  );
}
