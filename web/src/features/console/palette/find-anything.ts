import { queryOptions } from '@tanstack/react-query';
import type {
  DeviceAnswer,
  devicesAnswerSchema,
} from '../../../../../src/contract/devices/devices.ts';
import type { KeyAnswer, keyListAnswerSchema } from '../../../../../src/contract/keys/keys.ts';
import type {
  CustomerAnswer,
  customersAnswerSchema,
} from '../../../../../src/contract/people/customers.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { consoleKey } from '../../../lib/console/console-keys.ts';

/** How many of each kind are shown; more letters narrow the search. */
const limit = 5;

export interface Found {
  readonly customers: readonly CustomerAnswer[];
  readonly devices: readonly DeviceAnswer[];
  readonly keys: readonly KeyAnswer[];
}

export const nothingFound: Found = { customers: [], devices: [], keys: [] };

async function findAnything(q: string, signal: AbortSignal): Promise<Found> {
  const ask = async <Answer extends { data: unknown }>(path: string): Promise<Answer['data']> =>
    (await adminApi.get<Answer>(path, { query: { q, limit }, signal })).data;
  const [customers, devices, keys] = await Promise.all([
    ask<OutputOf<typeof customersAnswerSchema>>('/api/customers'),
    ask<OutputOf<typeof devicesAnswerSchema>>('/api/devices'),
    ask<OutputOf<typeof keyListAnswerSchema>>('/api/keys'),
  ]);
  return { customers, devices, keys } as Found;
}

/** Customers, devices and keys that hold these words; a phone, a key or an id among them. */
export function findQuery(q: string) {
  return queryOptions({
    queryKey: [...consoleKey, 'find', q],
    queryFn: ({ signal }) => findAnything(q, signal),
    enabled: q !== '',
  });
}
