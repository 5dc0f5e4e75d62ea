import type { PortalKey } from '../../../../src/contract/devices/portal.ts';

/** A key that works and serves no device yet; the first one, since one is as good as another. */
export function findSpareKey(keys: readonly PortalKey[] | undefined): PortalKey['id'] | null {
  const spare = keys?.find(
    ({ status, device_id: deviceId }) => status === 'available' && deviceId === null,
  );
  return spare?.id ?? null;
}
