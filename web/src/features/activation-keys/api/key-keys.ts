import { consoleKey } from '../../../lib/console/console-keys.ts';
import type { ListParams } from '../../../lib/console/list-params.ts';

export const keyKeys = {
  list: (params: ListParams & { customer_id?: number }) => [
    ...consoleKey,
    'activation-keys',
    'list',
    params,
  ],
  stats: [...consoleKey, 'activation-keys', 'stats'],
  customers: (q: string) => [...consoleKey, 'activation-keys', 'customers', q],
  due: (deviceId: string) => [...consoleKey, 'activation-keys', 'due', deviceId],
};
