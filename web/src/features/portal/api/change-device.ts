import type { QueryClient } from '@tanstack/react-query';
import type { PortalDevice } from '../../../../../src/contract/devices/portal.ts';
import type { PortalStats } from './get-stats.ts';
import { portalKeys } from './portal-keys.ts';

/** Updates one device in all cached lists. */
export function changeShownDevice(
  queryClient: QueryClient,
  deviceId: string,
  change: (device: PortalDevice) => PortalDevice,
): void {
  queryClient.setQueryData<PortalStats>(portalKeys.stats, (stats) => {
    if (stats === undefined) return undefined;
    const devices = stats.devices.map((device) =>
      device.device_id === deviceId ? change(device) : device,
    );
    return { ...stats, devices };
  });
}
