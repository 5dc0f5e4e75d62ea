import { consoleKey } from '../../../lib/console/console-keys.ts';
import type { ListParams } from '../../../lib/console/list-params.ts';

/** Names of what the console keeps of customers. */
export const customerKeys = {
  list: (params: ListParams) => [...consoleKey, 'customers', 'list', params],
  one: (id: number) => [...consoleKey, 'customers', 'one', id],
};
