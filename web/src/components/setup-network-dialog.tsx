import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { setupNetworkAnswerSchema } from '../../../src/contract/devices/setup-network.ts';
import type { OutputOf } from '../../../src/contract/shape.ts';
import type { Api } from '../lib/api-client.ts';
import { useTranslation } from '../lib/i18n.ts';
import { Button } from './ui/button.tsx';
import { CopyButton } from './ui/copy-button.tsx';
import { Dialog } from './ui/dialog.tsx';
import { ErrorState } from './ui/error-state.tsx';
import { KeyValueList } from './ui/key-value-list.tsx';
import { Skeleton } from './ui/skeleton.tsx';

interface SetupNetworkDialogProps {
  api: Api;
  /** Of the device, below which its set-up network is: `/api/devices/fw-a1b2c3d4e5f6`. */
  devicePath: string;
  siteName: string;
  isOpen: boolean;
  onClose: () => void;
}

/** How to join the board itself, to give it another Wi-Fi. The audit log names who looked. */
export function SetupNetworkDialog(props: SetupNetworkDialogProps) {
  const { api, devicePath, siteName, isOpen, onClose } = props;
  const { t } = useTranslation();
  const { data, error, mutate, isPending } = useMutation({
    mutationFn: () =>
      api.get<OutputOf<typeof setupNetworkAnswerSchema>>(`${devicePath}/setup-network`),
  });
  const network = data?.data;
  const ask = useEffectEvent(() => mutate());
  useEffect(() => ask(), []);
  const skeleton = <Skeleton className="w-32" />;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      title={t('devices.network.title', { name: siteName })}
      description={t('devices.network.text')}
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
              term: t('devices.network.ssid'),
              value: network === undefined ? skeleton : <code>{network.ssid}</code>,
            },
            {
              term: t('devices.network.password'),
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
      <CopyButton text={text} what={t('devices.network.password')} className="-mr-2.5" />
    </span>
  );
}
