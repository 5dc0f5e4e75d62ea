import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReportAnswer } from '../../../../../src/contract/fleet/report.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { follow } from '../../../lib/console/live-query.ts';
import type { ReportPeriod } from '../device-search.ts';
import { deviceKeys } from './device-keys.ts';
import { devicePath } from './get-device.ts';

function getReport(
  deviceId: string,
  period: ReportPeriod,
  signal: AbortSignal,
): Promise<ReportAnswer> {
  return adminApi.get(`${devicePath(deviceId)}/report`, { query: { period }, signal });
}

/** The outages of a device, whoever it belonged to; open ones last until now. */
export function reportQuery(deviceId: string, period: ReportPeriod) {
  return queryOptions({
    queryKey: deviceKeys.report(deviceId, period),
    queryFn: ({ signal }) => getReport(deviceId, period, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    meta: follow<ReportAnswer>((answer, { event, data }, askAgain) => {
      if ((event === 'event' || event === 'device') && data.device_id === deviceId) askAgain();
      return answer;
    }),
  });
}
