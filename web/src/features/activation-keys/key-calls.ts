import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { deviceAnswerSchema } from '../../../../src/contract/devices/devices.ts';
import type {
  createKeyAnswerSchema,
  createKeySchema,
  createKeysAnswerSchema,
  createKeysSchema,
  editKeyAnswerSchema,
  editKeySchema,
  KeyAnswer,
  keyListAnswerSchema,
  keyStatsAnswerSchema,
  renewKeyAnswerSchema,
  revokeKeyAnswerSchema,
} from '../../../../src/contract/keys/keys.ts';
import type { customersAnswerSchema } from '../../../../src/contract/people/customers.ts';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import type { PublicInfo } from '../../../../src/contract/system/public-info.ts';
import { adminApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { ListParams } from '../../lib/console/list-params.ts';
import { consoleKey, follow, isChangeOf } from '../../lib/console/live-query.ts';
import { useConsoleChange } from '../../lib/console/use-console-change.ts';
import { describeError } from '../../lib/error-text.ts';
import { publicInfoQuery } from '../../lib/public-info-query.ts';

const keyKeys = {
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

type KeysAnswer = OutputOf<typeof keyListAnswerSchema>;
export type KeyListParams = ListParams & { customer_id?: number };

function listKeys(query: KeyListParams, signal: AbortSignal): Promise<KeysAnswer> {
  return adminApi.get('/api/keys', { query, signal });
}

/** A page of keys, newest first. */
export function keysQuery(params: KeyListParams) {
  return queryOptions({
    queryKey: keyKeys.list(params),
    queryFn: ({ signal }) => listKeys(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<KeysAnswer>((answer, message, askAgain) => {
      if (isChangeOf(message, 'key', 'customer', 'device')) askAgain();
      return answer;
    }),
  });
}

export type KeyStats = OutputOf<typeof keyStatsAnswerSchema>['data'];

export const keyStatsQuery = queryOptions({
  queryKey: keyKeys.stats,
  queryFn: async ({ signal }): Promise<KeyStats> => {
    const { data } = await adminApi.get<OutputOf<typeof keyStatsAnswerSchema>>('/api/keys/stats', {
      signal,
    });
    return data;
  },
  // Keys expire without a message, so the numbers are refreshed.
  refetchInterval: 60_000,
  meta: follow<KeyStats>((stats, message, askAgain) => {
    if (isChangeOf(message, 'key', 'customer', 'device')) askAgain();
    return stats;
  }),
});

/** Whether a person has to enter the present key at a device. False: the device has it or will get it. */
export function keyDueQuery(deviceId: string) {
  return queryOptions({
    queryKey: keyKeys.due(deviceId),
    queryFn: async ({ signal }): Promise<boolean> => {
      type Answer = OutputOf<typeof deviceAnswerSchema>;
      const path = `/api/devices/${encodeURIComponent(deviceId)}`;
      return (await adminApi.get<Answer>(path, { signal })).data.credentials_due_at !== null;
    },
    refetchInterval: 5_000,
    staleTime: 0,
  });
}

/** Makes one key, in a list of its own. */
export function useCreateKey() {
  return useConsoleChange(
    async (order: InputOf<typeof createKeySchema>): Promise<readonly KeyAnswer[]> => {
      const { data } = await adminApi.post<OutputOf<typeof createKeyAnswerSchema>>(
        '/api/keys',
        order,
      );
      return [data];
    },
  );
}

/** Makes many of a kind. */
export function useCreateKeys() {
  return useConsoleChange(
    async (order: InputOf<typeof createKeysSchema>): Promise<readonly KeyAnswer[]> => {
      const { data } = await adminApi.post<OutputOf<typeof createKeysAnswerSchema>>(
        '/api/keys/bulk',
        order,
      );
      return data;
    },
  );
}

interface Editing {
  code: string;
  /** Notes; or a phone, which binds; or a customer, which transfers. */
  edit: InputOf<typeof editKeySchema>;
}

export function useEditKey() {
  return useConsoleChange(
    ({ code, edit }: Editing): Promise<OutputOf<typeof editKeyAnswerSchema>> =>
      adminApi.put(`/api/keys/${encodeURIComponent(code)}`, edit),
  );
}

interface Renewal {
  code: string;
  months: number;
}

export function useRenewKey() {
  return useConsoleChange(
    ({ code, months }: Renewal): Promise<OutputOf<typeof renewKeyAnswerSchema>> =>
      adminApi.post(`/api/keys/${encodeURIComponent(code)}/renew`, { months }),
  );
}

export function useRevokeKey() {
  return useConsoleChange(
    (code: string): Promise<OutputOf<typeof revokeKeyAnswerSchema>> =>
      adminApi.post(`/api/keys/${encodeURIComponent(code)}/revoke`),
  );
}

/** As many as the server deletes in one go, all or none. */
const atOnce = 200;

/** Some were deleted, and then it stopped. */
export class PartlyDeleted extends Error {
  override readonly name = 'PartlyDeleted';
  readonly deleted: readonly string[];

  constructor(deleted: readonly string[], cause: unknown) {
    super('some were not deleted', { cause });
    this.deleted = deleted;
  }
}

/**
 * Many go one lot after the other, each whole.
 * @throws PartlyDeleted once the first lot is gone
 */
async function deleteKeys(codes: readonly string[]): Promise<void> {
  const [only = '', ...others] = codes;
  if (others.length === 0) {
    await adminApi.delete(`/api/keys/${encodeURIComponent(only)}`);
    return;
  }
  for (let from = 0; from < codes.length; from += atOnce) {
    try {
      const lot = codes.slice(from, from + atOnce);
      await adminApi.post('/api/keys/bulk-delete', { key_codes: lot });
    } catch (error) {
      throw from === 0 ? error : new PartlyDeleted(codes.slice(0, from), error);
    }
  }
}

export function useDeleteKeys() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteKeys,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: consoleKey }),
  });
}

type CustomersAnswer = OutputOf<typeof customersAnswerSchema>;

/** How many customers are shown; more letters find the others. */
const shown = 8;

/** Customers who may be given a key. */
export function findCustomersQuery(q: string) {
  return queryOptions({
    queryKey: keyKeys.customers(q),
    queryFn: ({ signal }): Promise<CustomersAnswer> =>
      adminApi.get('/api/customers', { query: { q, filter: 'active', limit: shown }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The bot that customers write to, with its @; null: none is connected. */
export const botQuery = queryOptions({
  ...publicInfoQuery,
  select: ({ bot }: PublicInfo) => bot?.handle ?? null,
});

/** `An error occurred: …`; for a phone number that no customer has, what to do first. */
export function describeKeyError(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'CUSTOMER_NOT_FOUND') {
    return t('activation_keys.error.no_such_customer');
  }
  return t('ui.form.failed', { reason: describeError(error, t) });
}
