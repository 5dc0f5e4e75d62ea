import { useMutation } from '@tanstack/react-query';
import type { beginTotpAnswerSchema } from '../../../../../src/contract/people/account.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';

type Answer = OutputOf<typeof beginTotpAnswerSchema>;
export type TotpSecret = Answer['data'];

async function beginTotp(): Promise<TotpSecret> {
  return (await adminApi.post<Answer>('/api/account/totp', {})).data;
}

/** Asks for a secret for an authenticator app. The secret counts once a code confirms it. */
export function useBeginTotp() {
  return useMutation({ mutationFn: beginTotp });
}
