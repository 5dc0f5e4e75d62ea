import type { CustomerAnswer } from '../../../../../src/contract/people/customers.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useConfirmPhone } from '../api/confirm-phone.ts';

interface ConfirmPhoneDialogProps {
  customer: CustomerAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before the operator confirms a number, and tells what that does. */
export function ConfirmPhoneDialog({ customer, isOpen, onClose }: ConfirmPhoneDialogProps) {
  const { t } = useTranslation();
  const confirm = useConfirmPhone();
  const { id, name, phone, key_count: keys } = customer;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('customers.confirm_phone.title', { name, phone: formatPhone(phone) })}
      description={t('customers.confirm_phone.text')}
      losses={[
        ...(keys > 0 ? [t('customers.confirm_phone.keys', { count: keys })] : []),
        t('customers.confirm_phone.joins'),
      ]}
      action={t('customers.confirm_phone.open')}
      onConfirm={async () => {
        await confirm.mutateAsync(id);
        toast.success(t('customers.confirm_phone.done'));
      }}
    />
  );
}
