import { useMutation } from '@tanstack/react-query';
import type {
  beginTotpAnswerSchema,
  recoveryCodesAnswerSchema,
} from '../../../../../src/contract/people/account.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';
import { accountQuery } from '../../../lib/console/account-query.ts';
import { useConsoleChange } from '../../../lib/console/use-console-change.ts';

type Begun = OutputOf<typeof beginTotpAnswerSchema>;
export type TotpSecret = Begun['data'];
type Codes = OutputOf<typeof recoveryCodesAnswerSchema>;

async function beginTotp(): Promise<TotpSecret> {
  return (await adminApi.post<Begun>('/api/account/totp', {})).data;
}

/** Asks for a secret for an authenticator app. The secret counts once a code confirms it. */
export function useBeginTotp() {
  return useMutation({ mutationFn: beginTotp });
}

/** @returns the recovery codes, which no answer holds again */
async function confirmTotp(code: string): Promise<readonly string[]> {
  const { data } = await adminApi.post<Codes>('/api/account/totp/confirm', { code });
  return data.recovery_codes;
}

/** Takes the authenticator app into use that shows this code. */
export function useConfirmTotp() {
  return useConsoleChange(confirmTotp, accountQuery.queryKey);
}

function removeTotp(): Promise<unknown> {
  return adminApi.delete('/api/account/totp', {});
}

/** Takes the authenticator app out of use, and its recovery codes with it. */
export function useRemoveTotp() {
  return useConsoleChange(removeTotp, accountQuery.queryKey);
}

/** @returns the recovery codes, which no answer holds again */
async function renewRecoveryCodes(): Promise<readonly string[]> {
  return (await adminApi.post<Codes>('/api/account/recovery-codes', {})).data.recovery_codes;
}

/** Makes recovery codes in place of those there were. */
export function useRenewRecoveryCodes() {
  return useConsoleChange(renewRecoveryCodes, accountQuery.queryKey);
}
