import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  DeviceAnswer,
  devicesAnswerSchema,
} from '../../../../src/contract/devices/devices.ts';
import type { DeviceMessage } from '../../../../src/contract/feed/stream.ts';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import { adminApi } from '../api-client.ts';
import type { ListParams } from './list-params.ts';
import { type ConsoleMessage, consoleKey, follow, isChangeOf } from './live-query.ts';

export type DevicesAnswer = OutputOf<typeof devicesAnswerSchema>;
type DeviceListParams = ListParams & { customer_id?: number; area_outage_id?: number };

function listDevices(query: DeviceListParams, signal: AbortSignal): Promise<DevicesAnswer> {
  return adminApi.get('/api/devices', { query, signal });
}

/**
 * A device in the list turns at once. Which devices belong to a filter, and how many there are, is asked
 * again unless the message changes neither.
 */
export function followDevices(
  answer: DevicesAnswer,
  message: ConsoleMessage,
  askAgain: () => void,
): DevicesAnswer {
  if (isChangeOf(message, 'device', 'key', 'customer', 'recipient', 'settings')) askAgain();
  if (message.event === 'notification' && isShown(answer, message.data.outage_id)) askAgain();
  if (message.event !== 'device') return answer;
  const { devices: data, before } = applyToList(answer.data, message.data);
  const isSameFilter =
    before?.status === message.data.status &&
    before.power_status === message.data.power_status &&
    before.outage?.acknowledged_at === message.data.outage?.acknowledged_at;
  if (!isSameFilter) askAgain();
  return before === undefined ? answer : { ...answer, data };
}

/** Whether the list says who was told of an outage. */
function isShown({ data }: DevicesAnswer, outageId: number | null): boolean {
  return outageId !== null && data.some(({ outage }) => outage?.id === outageId);
}

/** A page of devices, with the number of those behind each tab. */
export function devicesQuery(params: DeviceListParams) {
  return queryOptions({
    queryKey: [...consoleKey, 'devices', 'list', params],
    queryFn: ({ signal }) => listDevices(params, signal),
    placeholderData: keepPreviousData,
    // Single heartbeats send no message, so the last-heard times are fetched.
    refetchInterval: 15_000,
    meta: follow(followDevices),
  });
}

/** Updates a device's state from a message and keeps what the message does not tell. */
export function applyDevice(device: DeviceAnswer, message: DeviceMessage): DeviceAnswer {
  const { site_name, status, power_status, last_heartbeat, outage } = message;
  // The message names neither who acknowledged nor who was told, so known names are kept.
  const known = device.outage?.id === outage?.id ? device.outage : null;
  return {
    ...device,
    site_name,
    status,
    power_status,
    last_heartbeat,
    outage: outage && {
      ...outage,
      acknowledged_by: known?.acknowledged_by ?? null,
      told: known?.told ?? { sent: 0, waiting: 0, failed: 0, names: [] },
    },
  };
}

/** The same of a list; the list itself where the device is not in it. */
export function applyToList(
  devices: readonly DeviceAnswer[],
  message: DeviceMessage,
): { devices: DeviceAnswer[]; before: DeviceAnswer | undefined } {
  const before = devices.find(({ device_id: id }) => id === message.device_id);
  return {
    before,
    devices: devices.map((device) => (device === before ? applyDevice(device, message) : device)),
  };
}
