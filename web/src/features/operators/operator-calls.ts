import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type {
  addOperatorSchema,
  changeOperatorAnswerSchema,
  editOperatorSchema,
  newPasswordAnswerSchema,
  OperatorAnswer,
  operatorsAnswerSchema,
  saveSecurityAnswerSchema,
  securityAnswerSchema,
} from '../../../../src/contract/people/operators.ts';
import type { InputOf, OutputOf } from '../../../../src/contract/shape.ts';
import { adminApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { consoleKey, follow } from '../../lib/console/live-query.ts';
import { useConsoleChange } from '../../lib/console/use-console-change.ts';
import { describeError } from '../../lib/error-text.ts';

export const operatorsKey = [...consoleKey, 'operators'];

/** Everybody who may sign in to the console. */
export const operatorsQuery = queryOptions({
  queryKey: [...operatorsKey, 'list'],
  queryFn: async ({ signal }): Promise<OperatorAnswer[]> => {
    type Answer = OutputOf<typeof operatorsAnswerSchema>;
    return (await adminApi.get<Answer>('/api/operators', { signal })).data;
  },
  meta: follow<OperatorAnswer[]>((operators, message, askAgain) => {
    if (message.event === 'change') askAgain();
    return operators;
  }),
});

type NewPassword = OutputOf<typeof newPasswordAnswerSchema>;

/** Adds an operator; the answer holds their password, this once. */
export function useAddOperator() {
  return useConsoleChange(
    (operator: InputOf<typeof addOperatorSchema>): Promise<NewPassword> =>
      adminApi.post('/api/operators', operator),
    operatorsKey,
  );
}

interface Editing {
  id: number;
  edit: InputOf<typeof editOperatorSchema>;
}

/** Changes what an operator may do, or who they are at the OpenID provider. */
export function useEditOperator() {
  // The operator may have changed their own role.
  return useConsoleChange(
    ({ id, edit }: Editing): Promise<OutputOf<typeof changeOperatorAnswerSchema>> =>
      adminApi.put(`/api/operators/${id}`, edit),
  );
}

/** Gives an operator a new password, removes second factors and ends all sessions. The password is shown once. */
export function useResetOperator() {
  return useConsoleChange(
    (id: number): Promise<OutputOf<typeof newPasswordAnswerSchema>> =>
      adminApi.post(`/api/operators/${id}/reset`),
    operatorsKey,
  );
}

export function useDeleteOperator() {
  return useConsoleChange(
    (id: number): Promise<unknown> => adminApi.delete(`/api/operators/${id}`),
    operatorsKey,
  );
}

type SecurityAnswer = OutputOf<typeof securityAnswerSchema>;
type Security = SecurityAnswer['data'];

/** What is asked of everybody who signs in. */
export const securityQuery = queryOptions({
  queryKey: [...operatorsKey, 'security'],
  queryFn: async ({ signal }) =>
    (await adminApi.get<SecurityAnswer>('/api/settings/security', { signal })).data,
  meta: follow<Security>((security, message, askAgain) => {
    if (message.event === 'change') askAgain();
    return security;
  }),
});

export function useSaveSecurity() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (security: Security): Promise<Security> => {
      type Answer = OutputOf<typeof saveSecurityAnswerSchema>;
      return (await adminApi.put<Answer>('/api/settings/security', security)).data;
    },
    onSuccess: (security) => {
      queryClient.setQueryData(securityQuery.queryKey, security);
      // Whoever switches it on may need a second factor first.
      void queryClient.invalidateQueries({ queryKey: consoleKey });
    },
  });
}

/** A name that somebody else has, as the form shows it: beside the field. */
export function explainOperatorError(error: unknown, t: TFunction): unknown {
  if (!(error instanceof ApiError) || error.code !== 'CONFLICT') return error;
  const { message, status, code } = error;
  return new ApiError(message, { status, code, fields: { username: t('operators.add.taken') } });
}

/** CONFLICT elsewhere means that two people changed the same thing; here it keeps the last owner. */
export function describeOperatorError(error: unknown, t: TFunction): string {
  if (error instanceof ApiError && error.code === 'CONFLICT') return t('operators.last_owner');
  return t('ui.form.failed', { reason: describeError(error, t) });
}
