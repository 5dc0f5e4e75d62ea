import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { PortalDevice } from '../../../../../src/contract/portal.ts';
import type { setupNetworkSchema } from '../../../../../src/contract/setup-network.ts';
import { Button } from '../../../components/ui/button.tsx';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { KeyValueList } from '../../../components/ui/key-value-list.tsx';

interface SetupNetworkDialogProps {
  device: PortalDevice;
  network: z.output<typeof setupNetworkSchema>;
  isOpen: boolean;
  onClose: () => void;
}

/** How to reach the board itself, to give it another Wi-Fi. */
export function SetupNetworkDialog(props: SetupNetworkDialogProps) {
  const { device, network, isOpen, onClose } = props;
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      title={t('devices.network.title', { name: device.site_name })}
      description={t('devices.network.text')}
      footer={
        <Button look="secondary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <KeyValueList
        entries={[
          { term: t('devices.network.ssid'), value: <code>{network.ssid}</code> },
          {
            term: t('devices.network.password'),
            value: (
              <span className="-my-2 inline-flex items-center gap-1">
                <code>{network.password}</code>
                <CopyButton
                  text={network.password}
                  what={t('devices.network.password')}
                  className="-mr-2.5"
                />
              </span>
            ),
          },
        ]}
      />
    </Dialog>
  );
}
