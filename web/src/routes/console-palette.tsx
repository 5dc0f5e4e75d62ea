import { Copy } from 'lucide-react';
import { copyText } from '../components/ui/copy-button.tsx';
import { toast } from '../components/ui/toast.ts';
import { keyEntries } from '../features/activation-keys/key-columns.tsx';
import { useKeyDialogs } from '../features/activation-keys/key-dialogs.tsx';
import {
  deviceEntries,
  useDeviceDialogs,
} from '../features/admin-devices/components/device-dialogs.tsx';
import { Palette, type PaletteProps, type Thing } from '../features/console/components/palette.tsx';
import { customerEntries } from '../features/customers/customer-columns.tsx';
import { useCustomerDialogs } from '../features/customers/customer-dialogs.tsx';
import { useMay } from '../lib/console/own-account.ts';
import { useTranslation } from '../lib/i18n.ts';

/** The search over everything, with what can be done to what it finds. */
export function ConsolePalette(props: PaletteProps) {
  const { t } = useTranslation();
  const mayChange = useMay('support');
  const devices = useDeviceDialogs();
  const customers = useCustomerDialogs();
  const keys = useKeyDialogs();
  const copy = async (code: string) => {
    if (await copyText(code)) toast.success(t('palette.copied'));
    else toast.error(t('ui.copy.failed'));
  };
  const entriesOf = (thing: Thing) => {
    if (!mayChange) return [];
    switch (thing.kind) {
      case 'device':
        return deviceEntries(thing.device, t, (action) => devices.open(action, thing.device));
      case 'customer':
        return customerEntries(thing.customer, t, (action) =>
          customers.open(action, thing.customer),
        );
      case 'key':
        return [
          {
            label: t('palette.copy'),
            icon: Copy,
            onSelect: () => void copy(thing.key.key_code),
          },
          ...keyEntries(thing.key, t, (action) => keys.open(action, thing.key)),
        ];
    }
  };
  return (
    <>
      <Palette {...props} entriesOf={entriesOf} />
      {devices.dialogs}
      {customers.dialogs}
      {keys.dialogs}
    </>
  );
}
