import { type ReactNode, useCallback, useState } from 'react';
import type { AlertSettingsAnswer } from '../../../../../src/contract/alerts/alert-settings.ts';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import { SetupNetworkDialog } from '../../../components/setup-network-dialog.tsx';
import { customerApi } from '../../../lib/api-client.ts';
import { AlertSettingsDialog } from './alert-settings-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { SitePlaceDialog } from './site-place-dialog.tsx';

export type DeviceDialog =
  | { kind: 'rename'; deviceId: string }
  | { kind: 'place'; deviceId: string }
  | { kind: 'settings'; deviceId: string; settings: AlertSettingsAnswer }
  | { kind: 'network'; deviceId: string };

interface Shown {
  dialog: DeviceDialog;
  isOpen: boolean;
  /** Counts openings, so that each begins with a fresh form. */
  opening: number;
}

/** The one dialog that may be open over the list of devices; it stays while it closes. */
export function useDeviceDialogs(devices: readonly PortalDevice[] | undefined) {
  const [shown, setShown] = useState<Shown | null>(null);
  const open = useCallback(
    (dialog: DeviceDialog) =>
      setShown((before) => ({ dialog, isOpen: true, opening: (before?.opening ?? 0) + 1 })),
    [],
  );
  const close = () => setShown((before) => before && { ...before, isOpen: false });
  return { open, dialog: shown && renderDialog(shown, devices, close) };
}

function renderDialog(
  { dialog, isOpen, opening }: Shown,
  devices: readonly PortalDevice[] | undefined,
  onClose: () => void,
): ReactNode {
  const device = devices?.find((one) => one.device_id === dialog.deviceId);
  if (device === undefined) return null;
  const common = { device, isOpen, onClose };
  switch (dialog.kind) {
    case 'rename':
      return <RenameDialog key={opening} {...common} />;
    case 'place':
      return <SitePlaceDialog key={opening} {...common} />;
    case 'settings':
      return <AlertSettingsDialog key={opening} {...common} settings={dialog.settings} />;
    case 'network':
      return (
        <SetupNetworkDialog
          key={opening}
          api={customerApi}
          devicePath={`/api/customer/devices/${encodeURIComponent(device.device_id)}`}
          siteName={device.site_name}
          isOpen={isOpen}
          onClose={onClose}
        />
      );
  }
}
