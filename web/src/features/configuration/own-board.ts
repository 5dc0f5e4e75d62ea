import { useMutation } from '@tanstack/react-query';
import type { EnrolAnswer } from '../../../../src/contract/fleet/device.ts';
import { publicApi } from '../../lib/api-client.ts';
import type { DeviceSetup } from '../../lib/device-setup.ts';

/** A device id from what people type: a MAC address in any of its forms, or the id itself; else null. */
export function toDeviceId(typed: string): string | null {
  const digits = typed
    .trim()
    .toLowerCase()
    .replace(/^fw-/, '')
    .replaceAll(/[\s:.-]/g, '');
  return /^[0-9a-f]{12}$/.test(digits) ? `fw-${digits}` : null;
}

/** An id for a board whose MAC address nobody knows: of those that no maker gives away. */
export function makeDeviceId(): string {
  const [, ...rest] = crypto.getRandomValues(new Uint8Array(6));
  return `fw-02${rest.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** What a board of one's own is given to come in with. */
export interface OwnBoardCredentials extends EnrolAnswer {
  readonly deviceId: string;
}

/** Enrols a board in its place. The token is said once. */
export function useEnrolOwnBoard({ phone, activationKey }: DeviceSetup) {
  return useMutation({
    mutationFn: async (deviceId: string): Promise<OwnBoardCredentials> => {
      const body = {
        ...{ device_id: deviceId, activation_key: activationKey, phone },
        ...{ device_type: 'other', firmware_version: 'own' },
      };
      const answer = await publicApi.post<EnrolAnswer>('/api/device/v1/enrol', body);
      return { ...answer, deviceId };
    },
  });
}
