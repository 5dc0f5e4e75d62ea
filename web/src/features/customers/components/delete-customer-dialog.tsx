import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useDeleteCustomer } from '../api/delete-customer.ts';

interface DeleteCustomerDialogProps {
  customer: CustomerAnswer;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Only a customer without devices and keys can be deleted. Otherwise it tells what to remove first. */
export function DeleteCustomerDialog(props: DeleteCustomerDialogProps) {
  const { customer, isOpen, onClose, onDeleted } = props;
  const { t } = useTranslation();
  const remove = useDeleteCustomer();
  const { name, device_count: devices, key_count: keys } = customer;
  if (devices > 0 || keys > 0) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        size="small"
        title={t('customers.delete.not_yet', { name })}
        description={t('customers.delete.first')}
        footer={
          <Button look="secondary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        }
      >
        <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
          {devices > 0 && <li>{t('customers.delete.devices', { count: devices })}</li>}
          {keys > 0 && <li>{t('customers.delete.keys', { count: keys })}</li>}
        </ul>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.delete.title', { name })}
      description={t('customers.delete.text')}
      losses={[t('customers.delete.facts'), t('customers.delete.chats')]}
      action={t('customers.delete.action')}
      isDestructive
      onConfirm={async () => {
        await remove.mutateAsync(customer.id);
        toast.success(t('customers.delete.done'));
        onDeleted?.();
      }}
    />
  );
}
