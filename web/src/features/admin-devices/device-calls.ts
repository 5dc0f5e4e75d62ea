import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { quietDevicesAnswerSchema } from '../../../../src/contract/alerts/alert-settings.ts';
import type {
  acknowledgedDevicesAnswerSchema,
  changeDeviceAnswerSchema,
  deviceAnswerSchema,
  editDeviceSchema,
  remindedDevicesAnswerSchema,
} from '../../../../src/contract/devices/devices.ts';
import type { ReportAnswer, TimelineAnswer } from '../../../../src/contract/fleet/report.ts';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import { adminApi } from '../../lib/api-client.ts';
import { applyDevice } from '../../lib/console/devices-query.ts';
import {
  type ConsoleMessage,
  consoleKey,
  follow,
  isChangeOf,
} from '../../lib/console/live-query.ts';
import { useConsoleChange } from '../../lib/console/use-console-change.ts';
import type { ReportPeriod, RibbonRange } from './device-search.ts';

/** Names of what the console keeps of devices. */
const deviceKeys = {
  one: (deviceId: string) => [...consoleKey, 'devices', 'one', deviceId],
  timeline: (deviceId: string, range: string) => [
    ...consoleKey,
    'devices',
    'timeline',
    deviceId,
    range,
  ],
  report: (deviceId: string, period: string) => [
    ...consoleKey,
    'devices',
    'report',
    deviceId,
    period,
  ],
  losses: (deviceId: string) => [...consoleKey, 'devices', 'losses', deviceId],
};

type DeviceCall = OutputOf<typeof deviceAnswerSchema>;

export function devicePath(deviceId: string): string {
  return `/api/devices/${encodeURIComponent(deviceId)}`;
}

function followDevice(
  answer: DeviceCall,
  message: ConsoleMessage,
  askAgain: () => void,
): DeviceCall {
  if (isChangeOf(message, 'device', 'key', 'customer', 'recipient', 'settings', 'outage')) {
    askAgain();
  }
  if (message.event !== 'device' || message.data.device_id !== answer.data.device_id) return answer;
  // Messages do not tell its signal, voltage and alerts.
  askAgain();
  return { ...answer, data: { ...answer.data, ...applyDevice(answer.data, message.data) } };
}

export function deviceQuery(deviceId: string) {
  return queryOptions({
    queryKey: deviceKeys.one(deviceId),
    queryFn: ({ signal }): Promise<DeviceCall> => adminApi.get(devicePath(deviceId), { signal }),
    refetchInterval: 15_000,
    meta: follow(followDevice),
  });
}

const dayMs = 86_400_000;

const lengthsMs: Record<RibbonRange, number> = {
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  year: 365 * dayMs,
};

/** What is known of a device up to now; asked again with its events, and as time moves on. */
export function timelineQuery(deviceId: string, range: RibbonRange) {
  return queryOptions({
    queryKey: deviceKeys.timeline(deviceId, range),
    queryFn: ({ signal }): Promise<TimelineAnswer> => {
      const from = new Date(Date.now() - lengthsMs[range]).toISOString();
      return adminApi.get(`${devicePath(deviceId)}/timeline`, { query: { from }, signal });
    },
    placeholderData: keepPreviousData,
    refetchInterval: 5 * 60_000,
    meta: follow<TimelineAnswer>((answer, { event, data }, askAgain) => {
      if ((event === 'event' || event === 'device') && data.device_id === deviceId) askAgain();
      return answer;
    }),
  });
}

/** The outages of a device, whoever it belonged to; open ones last until now. */
export function reportQuery(deviceId: string, period: ReportPeriod) {
  return queryOptions({
    queryKey: deviceKeys.report(deviceId, period),
    queryFn: ({ signal }): Promise<ReportAnswer> =>
      adminApi.get(`${devicePath(deviceId)}/report`, { query: { period }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    meta: follow<ReportAnswer>((answer, { event, data }, askAgain) => {
      if ((event === 'event' || event === 'device') && data.device_id === deviceId) askAgain();
      return answer;
    }),
  });
}

interface Losses {
  outages: number;
  events: number;
}

/** How much history is deleted together with a device. */
export function lossesQuery(deviceId: string) {
  return queryOptions({
    queryKey: deviceKeys.losses(deviceId),
    queryFn: async ({ signal }): Promise<Losses> => {
      const query = { device_id: deviceId, limit: 1 };
      const [outages, events] = await Promise.all([
        adminApi.get<{ total: number }>('/api/outages', { query, signal }),
        adminApi.get<{ total: number }>('/api/events', { query, signal }),
      ]);
      return { outages: outages.total, events: events.total };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

interface Editing {
  deviceId: string;
  fields: InputOf<typeof editDeviceSchema>;
}
type ChangeAnswer = OutputOf<typeof changeDeviceAnswerSchema>;

export function useEditDevice() {
  return useConsoleChange(
    ({ deviceId, fields }: Editing): Promise<ChangeAnswer> =>
      adminApi.put(devicePath(deviceId), fields),
  );
}

type QuietAnswer = OutputOf<typeof quietDevicesAnswerSchema>;

/** No more reminders of its outage go to its owner, or they go on. */
export function useAnswerOutage() {
  return useConsoleChange(
    ({ deviceId, call }: { deviceId: string; call: 'acknowledge' | 'remind' }) =>
      adminApi.post<unknown>(`${devicePath(deviceId)}/${call}`),
  );
}

/** The same of several devices. @returns those for whom it was news */
export function useAcknowledgeDevices() {
  type Answer = OutputOf<typeof acknowledgedDevicesAnswerSchema>;
  return useConsoleChange(async (deviceIds: readonly string[]) => {
    const given = { device_ids: deviceIds };
    const { data } = await adminApi.post<Answer>('/api/devices/acknowledge', given);
    return data.acknowledged;
  });
}

/** @returns those that people are reminded of again */
export function useRemindDevices() {
  type Answer = OutputOf<typeof remindedDevicesAnswerSchema>;
  return useConsoleChange(async (deviceIds: readonly string[]) => {
    const { data } = await adminApi.post<Answer>('/api/devices/remind', { device_ids: deviceIds });
    return data.reminded;
  });
}

/** Mutes a device for a while, or not any more; the answer says how it was before. */
export function useQuietDevice() {
  return useConsoleChange(({ deviceId, quiet }: { deviceId: string; quiet: string }) =>
    adminApi.put<QuietAnswer>(`${devicePath(deviceId)}/quiet`, { quiet }),
  );
}

/** Has phones ring for a site until somebody acknowledges, or not any more. */
export function useMarkDevice() {
  return useConsoleChange(({ deviceId, critical }: { deviceId: string; critical: boolean }) =>
    adminApi.put<unknown>(`${devicePath(deviceId)}/critical`, { critical }),
  );
}

/** Takes a device from its customer and its keys. */
export function useReleaseDevice() {
  return useConsoleChange(
    (deviceId: string): Promise<unknown> => adminApi.post(`${devicePath(deviceId)}/release`),
  );
}

/** Deletes a device with its history. */
export function useDeleteDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deviceId: string): Promise<unknown> => adminApi.delete(devicePath(deviceId)),
    onSuccess: (_, deviceId) => {
      const gone: readonly unknown[] = deviceKeys.one(deviceId);
      const isGone = (key: readonly unknown[]) =>
        key.length >= gone.length && key[1] === gone[1] && key.includes(deviceId);
      // The deleted thing must not be fetched again while its page is being left.
      void queryClient.invalidateQueries({
        queryKey: consoleKey,
        predicate: ({ queryKey }) => !isGone(queryKey),
      });
    },
  });
}
