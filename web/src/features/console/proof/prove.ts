import { startAuthentication } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import type {
  oidcProofAnswerSchema,
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

/** Thrown where the browser opens no window. */
export class WindowBlocked extends Error {}

async function leaveForProvider(): Promise<void> {
  // At once: a browser opens windows only while a press lasts.
  const opened = open('about:blank', '_blank', 'popup,width=520,height=720');
  if (opened === null) throw new WindowBlocked();
  try {
    type Way = OutputOf<typeof oidcProofAnswerSchema>;
    opened.location.href = (await adminApi.post<Way>(`${path}/oidc`)).data.url;
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Has the provider ask who it is, in a window of its own: this page keeps what was being done. */
export function useLeaveForProvider() {
  return useMutation({ mutationFn: leaveForProvider });
}

const channel = 'faiwatch-proof';

/** Tells the page that opened this window what the provider sent it back with. */
export function tellReturn(hash: string): void {
  const returns = new BroadcastChannel(channel);
  returns.postMessage(hash);
  returns.close();
}

/** @returns how to listen no more */
export function hearReturn(listener: (hash: string) => void): () => void {
  const returns = new BroadcastChannel(channel);
  returns.onmessage = ({ data }) => listener(String(data));
  return () => returns.close();
}
