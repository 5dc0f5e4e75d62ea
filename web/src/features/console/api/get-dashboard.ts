import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import type { dashboardAnswerSchema } from '../../../../../src/contract/system/dashboard.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { applyToList } from '../../../lib/console/apply-device.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';
import { type ConsoleMessage, follow, isChangeOf } from '../../../lib/console/live-query.ts';

export type DashboardAnswer = OutputOf<typeof dashboardAnswerSchema>;

function getDashboard(signal: AbortSignal): Promise<DashboardAnswer> {
  return adminApi.get('/api/dashboard/stats', { signal });
}

/** A recent device is updated at once. The numbers cover all devices, so they are fetched again. */
export function followDashboard(
  answer: DashboardAnswer,
  message: ConsoleMessage,
  askAgain: () => void,
): DashboardAnswer {
  if (message.event === 'device') {
    const { devices: recent, before } = applyToList(answer.devices.recent, message.data);
    if (before?.status !== message.data.status) askAgain();
    if (before === undefined) return answer;
    return { ...answer, devices: { ...answer.devices, recent } };
  }
  if (message.event === 'counts') {
    const { devices } = answer;
    const { online } = message.data;
    return devices.online === online ? answer : { ...answer, devices: { ...devices, online } };
  }
  if (message.event === 'event' || isChangeOf(message, 'customer', 'device', 'key')) askAgain();
  return answer;
}

export const dashboardQuery = queryOptions({
  queryKey: [...consoleKey, 'dashboard'],
  queryFn: ({ signal }) => getDashboard(signal),
  // The figures of the day change by the clock, and single heartbeats send no message.
  refetchInterval: 30_000,
  meta: follow(followDashboard),
});
