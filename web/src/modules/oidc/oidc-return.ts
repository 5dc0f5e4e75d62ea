import { useMutation } from '@tanstack/react-query';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type { oidcProofAnswerSchema } from '../../../../src/modules/oidc/contract.ts';
import { adminApi } from '../../lib/api-client.ts';

/** What the OpenID provider sent the browser back with. */
export type OidcReturn =
  | { code: string }
  /** `unknown`: no operator belongs to that account. `unproven`: the provider asked nobody. */
  | { error: 'unknown' | 'unproven' | 'failed' };

/** Reads the part of the address behind `#`; null: this is no return from the provider. */
export function readOidcReturn(hash: string): OidcReturn | null {
  const params = new URLSearchParams(hash.slice(1));
  const code = params.get('oidc');
  if (code) return { code };
  const error = params.get('oidc_error');
  if (error === null) return null;
  return { error: error === 'unknown' || error === 'unproven' ? error : 'failed' };
}

/** Reads it from this page's address and removes it there, so that nobody can read it again. */
export function takeOidcReturn(): OidcReturn | null {
  const found = readOidcReturn(location.hash);
  if (found !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}

/** Thrown where the browser opens no window. */
export class WindowBlocked extends Error {}

async function leaveForProvider(): Promise<void> {
  // At once: a browser opens windows only while a press lasts.
  const opened = open('about:blank', '_blank', 'popup,width=520,height=720');
  if (opened === null) throw new WindowBlocked();
  try {
    type Way = OutputOf<typeof oidcProofAnswerSchema>;
    opened.location.href = (await adminApi.post<Way>('/api/auth/reauthenticate/oidc')).data.url;
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
