/** Being asked again at the provider, in a window of its own, and back from there. */
import { useMutation } from '@tanstack/react-query';
import type { OutputOf } from '../../../../src/contract/shape.ts';
import type { oidcProofAnswerSchema } from '../../../../src/modules/oidc/contract.ts';
import { adminApi } from '../../lib/api-client.ts';

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
