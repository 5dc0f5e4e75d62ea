import { useQuery } from '@tanstack/react-query';
import type { KeyAnswer } from '../../../../../src/contract/keys/keys.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { keyDueQuery } from '../api/keys.ts';

interface TransferredDialogProps {
  /** As it is now. */
  activationKey: KeyAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** After a transfer: the code for the new owner, and whether the board has it by itself. */
export function TransferredDialog(props: TransferredDialogProps) {
  const { activationKey: key, isOpen, onClose } = props;
  const { t } = useTranslation();
  const { key_code: code, customer_name: name, device_id: device, site_name: site } = key;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      title={t('activation_keys.transfer.done', { name: name ?? '' })}
      description={t('activation_keys.transfer.new_code')}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <p className="flex items-center justify-between gap-2 rounded-sm border border-line py-0.5 pr-1 pl-4">
        <code className="break-all font-mono text-sm">{code}</code>
        <CopyButton text={code} what={t('activation_keys.what', { code })} />
      </p>
      {device !== null && <BoardNotice deviceId={device} name={site ?? device} />}
    </Dialog>
  );
}

function BoardNotice({ deviceId, name }: { deviceId: string; name: string }) {
  const { t } = useTranslation();
  const { data: isDue } = useQuery(keyDueQuery(deviceId));
  return (
    <div role="status" className="mt-4">
      {isDue === true && (
        <Notice kind="warning" title={t('activation_keys.transfer.visit_title', { name })}>
          {t('activation_keys.transfer.visit')}
        </Notice>
      )}
      {isDue === false && (
        <Notice kind="success">{t('activation_keys.transfer.by_itself', { name })}</Notice>
      )}
    </div>
  );
}
