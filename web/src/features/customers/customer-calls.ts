import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { testAlertAnswerSchema } from '../../../../src/contract/devices/portal.ts';
import type {
  addCustomerSchema,
  changeCustomerAnswerSchema,
  customerAnswerSchema,
  customersAnswerSchema,
  editCustomerSchema,
} from '../../../../src/contract/people/customers.ts';
import type { erasedAnswer } from '../../../../src/contract/people/privacy.ts';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import { adminApi } from '../../lib/api-client.ts';
import type { ListParams } from '../../lib/console/list-params.ts';
import { consoleKey, follow, isChangeOf } from '../../lib/console/live-query.ts';
import { useConsoleChange } from '../../lib/console/use-console-change.ts';
import { describeError } from '../../lib/error-text.ts';
import { saveFile } from '../../lib/save-file.ts';

/** Names of what the console keeps of customers. */
const customerKeys = {
  list: (params: ListParams) => [...consoleKey, 'customers', 'list', params],
  one: (id: number) => [...consoleKey, 'customers', 'one', id],
};

type CustomersAnswer = OutputOf<typeof customersAnswerSchema>;

function listCustomers(query: ListParams, signal: AbortSignal): Promise<CustomersAnswer> {
  return adminApi.get('/api/customers', { query, signal });
}

/** A page of customers, newest first. */
export function customersQuery(params: ListParams) {
  return queryOptions({
    queryKey: customerKeys.list(params),
    queryFn: ({ signal }) => listCustomers(params, signal),
    placeholderData: keepPreviousData,
    meta: follow<CustomersAnswer>((answer, message, askAgain) => {
      if (isChangeOf(message, 'customer', 'device', 'key', 'recipient')) askAgain();
      return answer;
    }),
  });
}

type CustomerCall = OutputOf<typeof customerAnswerSchema>;

export function customerQuery(id: number) {
  return queryOptions({
    queryKey: customerKeys.one(id),
    queryFn: ({ signal }): Promise<CustomerCall> =>
      adminApi.get(`/api/customers/${id}`, { signal }),
    meta: follow<CustomerCall>((answer, message, askAgain) => {
      if (isChangeOf(message, 'customer', 'device', 'key', 'recipient')) askAgain();
      return answer;
    }),
  });
}

type NewCustomer = InputOf<typeof addCustomerSchema>;
type ChangeAnswer = OutputOf<typeof changeCustomerAnswerSchema>;

export function useAddCustomer() {
  return useConsoleChange(
    (customer: NewCustomer): Promise<ChangeAnswer> => adminApi.post('/api/customers', customer),
  );
}

interface Editing {
  id: number;
  fields: InputOf<typeof editCustomerSchema>;
}

/** Changes facts, and whether a customer is active. */
export function useEditCustomer() {
  return useConsoleChange(
    ({ id, fields }: Editing): Promise<ChangeAnswer> =>
      adminApi.put(`/api/customers/${id}`, fields),
  );
}

/** Confirms in the operator's name that the account belongs to the phone's owner. */
export function useConfirmPhone() {
  return useConsoleChange(
    (id: number): Promise<OutputOf<typeof changeCustomerAnswerSchema>> =>
      adminApi.post(`/api/customers/${id}/confirm-phone`),
  );
}

/** Deletes a customer who has neither devices nor keys. */
export function useDeleteCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number): Promise<unknown> => adminApi.delete(`/api/customers/${id}`),
    onSuccess: (_, id) => {
      const gone = JSON.stringify(customerKeys.one(id));
      // The deleted thing must not be fetched again while its page is being left.
      void queryClient.invalidateQueries({
        queryKey: consoleKey,
        predicate: ({ queryKey }) => JSON.stringify(queryKey) !== gone,
      });
    },
  });
}

/** Everything that is stored about a customer, as a file. */
export function useDownloadData() {
  return useMutation({
    mutationFn: async (id: number) =>
      saveFile(await adminApi.download(`/api/customers/${id}/data`), `customer-${id}.json`),
  });
}

type Erased = OutputOf<typeof erasedAnswer>;
export type OldBackups = Erased['data']['backups'];

/** Deletes a customer and what is stored about them; devices are released, keys revoked. */
export function useEraseCustomer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => adminApi.post<Erased>(`/api/customers/${id}/erase`),
    onSuccess: (_, id) => {
      const gone = JSON.stringify(customerKeys.one(id));
      // The deleted thing must not be fetched again while its page is being left.
      void queryClient.invalidateQueries({
        queryKey: consoleKey,
        predicate: ({ queryKey }) => JSON.stringify(queryKey) !== gone,
      });
    },
  });
}

/** To every chat of a customer. */
export function useSendTestAlert() {
  return useMutation({
    mutationFn: (id: number): Promise<OutputOf<typeof testAlertAnswerSchema>> =>
      adminApi.post(`/api/customers/${id}/test-alert`),
  });
}

export function describeCustomerError(error: unknown, t: TFunction): string {
  return t('ui.form.failed', { reason: describeError(error, t) });
}
