import { Fragment, type ReactNode, useCallback, useState } from 'react';
import type { DeviceAnswer } from '../../../../../src/contract/devices/devices.ts';
import { SetupNetworkDialog } from '../../../components/setup-network-dialog.tsx';
import { adminApi } from '../../../lib/api-client.ts';
import { devicePath } from '../api/get-device.ts';
import { DeleteDeviceDialog } from './delete-device-dialog.tsx';
import { DevicePlaceDialog } from './device-place-dialog.tsx';
import { EditDeviceDialog } from './edit-device-dialog.tsx';
import { ReleaseDeviceDialog } from './release-device-dialog.tsx';
import { type AlertAction, isAlertAction, useDeviceAlerts } from './use-device-alerts.ts';

type DialogAction = 'edit' | 'place' | 'network' | 'release' | 'delete';
export type DeviceAction = DialogAction | AlertAction;

interface Asked {
  action: DialogAction;
  device: DeviceAnswer;
  /** Made anew each time, so that a form begins with current values. */
  round: number;
}

/**
 * What can be done to a device: at once where it can be taken back, else one dialog at a time.
 * @param onDeleted where to go once it is gone
 */
export function useDeviceDialogs(onDeleted?: () => void): {
  open: (action: DeviceAction, device: DeviceAnswer) => void;
  dialogs: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  // Kept apart from the subject, which stays visible while the dialog fades out.
  const [isOpen, setIsOpen] = useState(false);
  const changeAlerts = useDeviceAlerts();
  const open = useCallback(
    (action: DeviceAction, device: DeviceAnswer) => {
      if (isAlertAction(action)) {
        changeAlerts(action, device);
        return;
      }
      setAsked((before) => ({ action, device, round: (before?.round ?? 0) + 1 }));
      setIsOpen(true);
    },
    [changeAlerts],
  );
  const shared = asked && {
    device: asked.device,
    isOpen,
    onClose: () => setIsOpen(false),
  };
  return {
    open,
    dialogs: shared && (
      <Fragment key={asked.round}>
        {asked.action === 'edit' && <EditDeviceDialog {...shared} />}
        {asked.action === 'place' && <DevicePlaceDialog {...shared} />}
        {asked.action === 'network' && (
          <SetupNetworkDialog
            api={adminApi}
            devicePath={devicePath(asked.device.device_id)}
            siteName={asked.device.site_name}
            isOpen={shared.isOpen}
            onClose={shared.onClose}
          />
        )}
        {asked.action === 'release' && <ReleaseDeviceDialog {...shared} />}
        {asked.action === 'delete' && (
          <DeleteDeviceDialog {...shared} {...(onDeleted !== undefined && { onDeleted })} />
        )}
      </Fragment>
    ),
  };
}
