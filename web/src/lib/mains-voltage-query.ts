import { queryOptions } from '@tanstack/react-query';
import type { MainsVoltageAnswer } from '../../../src/contract/fleet/mains-voltage.ts';
import type { Api } from './api-client.ts';

const dayMs = 86_400_000;
/** A slot of the server's; nothing new is known before the next. */
const slotMs = 600_000;
const shownDays = 30;

/**
 * What a board has measured of the mains in the last 30 days.
 * @param devicePath `/api/devices/fw-a1b2c3d4e5f6`
 */
export function mainsVoltageQuery(api: Api, devicePath: string) {
  return queryOptions({
    queryKey: ['mains-voltage', devicePath],
    queryFn: ({ signal }): Promise<MainsVoltageAnswer> => {
      const from = new Date(Date.now() - shownDays * dayMs).toISOString();
      return api.get(`${devicePath}/mains-voltage`, { query: { from }, signal });
    },
    staleTime: slotMs,
    refetchInterval: slotMs,
    meta: { isLive: false },
  });
}
