import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceAnswer } from '../../../../../src/contract/devices.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useShowSetupNetwork } from '../api/show-setup-network.ts';

interface SetupNetworkDialogProps {
  device: DeviceAnswer;
  isOpen: boolean;
  onClose: () => void;
}

/** How to join the board itself, to give it another Wi-Fi. */
export function SetupNetworkDialog({ device, isOpen, onClose }: SetupNetworkDialogProps) {
  const { t } = useTranslation();
  const { data: network, error, mutate, isPending } = useShowSetupNetwork();
  const ask = useEffectEvent(() => mutate(device.device_id));
  useEffect(() => ask(), []);
  const skeleton = <Skeleton className="w-32" />;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      title={t('admin_devices.network.title', { name: device.site_name })}
      description={t('admin_devices.network.text')}
      footer={
        <Button look="secondary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      {error !== null ? (
        <ErrorState error={error} onRetry={ask} isRetrying={isPending} />
      ) : (
        <KeyValueList
          entries={[
            {
              term: t('admin_devices.network.ssid'),
              value: network === undefined ? skeleton : <code>{network.ssid}</code>,
            },
            {
              term: t('admin_devices.network.password'),
              value: network === undefined ? skeleton : <Password text={network.password} />,
            },
          ]}
        />
      )}
    </Dialog>
  );
}

function Password({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <span className="-my-2 inline-flex items-center gap-1">
      <code>{text}</code>
      <CopyButton text={text} what={t('admin_devices.network.password')} className="-mr-2.5" />
    </span>
  );
}
