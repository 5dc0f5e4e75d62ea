import { startAuthentication } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import type {
  passkeyProofAnswerSchema,
  reauthenticateSchema,
} from '../../../../../src/contract/people/reauthenticate.ts';
import type { InputOf, OutputOf } from '../../../../../src/contract/shape.ts';
import { adminApi } from '../../../lib/api-client.ts';

const path = '/api/auth/reauthenticate';
type BrowserOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Proves with a password, a code, or what the provider sent the browser back with. */
export function useProve() {
  return useMutation({
    mutationFn: (proof: InputOf<typeof reauthenticateSchema>) => adminApi.post(path, proof),
  });
}

async function proveByPasskey(): Promise<unknown> {
  type Offer = OutputOf<typeof passkeyProofAnswerSchema>;
  const { data } = await adminApi.post<Offer>(`${path}/passkey`);
  // The contract passes the browser's own shape on without describing it.
  const optionsJSON = data as unknown as BrowserOptions;
  return adminApi.post(path, { passkey: await startAuthentication({ optionsJSON }) });
}

/** Has the browser show a passkey. */
export function useProveByPasskey() {
  return useMutation({ mutationFn: proveByPasskey });
}
