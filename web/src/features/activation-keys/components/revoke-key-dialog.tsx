import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { toast } from '../../../components/ui/toast.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useRevokeKey } from '../api/change-keys.ts';
import { describeKeyError } from '../describe-key-error.ts';

export interface KeyDialogProps {
  activationKey: KeyAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** Takes a key out of use for good; it stays in the list. */
export function RevokeKeyDialog({ activationKey: key, isOpen, onClose }: KeyDialogProps) {
  const { t } = useTranslation();
  const revoke = useRevokeKey();
  const { key_code: code, device_id: device, site_name: site, customer_name: customer } = key;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('activation_keys.revoke.title', { code })}
      description={t('activation_keys.revoke.text')}
      losses={[
        ...(device === null ? [] : [t('activation_keys.revoke.device', { name: site ?? device })]),
        ...(customer === null ? [] : [t('activation_keys.revoke.customer', { name: customer })]),
      ]}
      action={t('activation_keys.revoke.action')}
      isDestructive
      describe={(error) => describeKeyError(error, t)}
      onConfirm={async () => {
        await revoke.mutateAsync(code);
        toast.success(t('activation_keys.revoke.done'));
      }}
    />
  );
}
