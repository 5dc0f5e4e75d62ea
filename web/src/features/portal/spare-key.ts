import type { PortalKey } from '../../../../src/contract/devices/portal.ts';

/** Whether a key works and serves no device yet. */
export function isSpareKey({ status, device_id: deviceId }: PortalKey): boolean {
  return status === 'available' && deviceId === null;
}

/** The first spare key, since one is as good as another. */
export function findSpareKey(keys: readonly PortalKey[] | undefined): PortalKey['id'] | null {
  return keys?.find(isSpareKey)?.id ?? null;
}
