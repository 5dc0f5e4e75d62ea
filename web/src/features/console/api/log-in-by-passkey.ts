import { startAuthentication } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import type { passkeyOptionsAnswerSchema } from '../../../../../src/contract/people/auth.ts';
import type { OutputOf } from '../../../../../src/contract/shape.ts';
import { publicApi } from '../../../lib/api-client.ts';
import { enter, type LoginAnswer } from './log-in.ts';

type BrowserOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type Offer = OutputOf<typeof passkeyOptionsAnswerSchema>;

/** @param challenge from the password step; undefined: the passkey alone is enough */
async function logInByPasskey(challenge: string | undefined): Promise<LoginAnswer> {
  const known = { ...(challenge !== undefined && { challenge }) };
  const { data } = await publicApi.post<Offer>('/api/auth/passkey/options', known);
  const { id, options } = data;
  // The contract passes the browser's own shape on without describing it.
  const optionsJSON = options as unknown as BrowserOptions;
  const response = await startAuthentication({ optionsJSON });
  return publicApi.post('/api/auth/passkey', { id, response, ...known });
}

/** Has the browser show a passkey, as the second step of a log-in or in place of both. */
export function useLogInByPasskey() {
  return useMutation({ mutationFn: logInByPasskey, onSuccess: enter });
}
