import { useSyncExternalStore } from 'react';
import { createApi } from './api-client.ts';
import type { Session, SignedIn } from './session.ts';

/** Ends the session here at once, and on the server as soon as it hears of it. */
export function logOut<User>(session: Session<User>): void {
  // A log-out works even if the server cannot be reached.
  createApi(session)
    .post('/api/auth/logout')
    .catch(() => {});
  session.end('logout');
}

/** Who is signed in, or null; renders again on log-in, log-out and expiry, in any tab. */
export function useSession<User>(session: Session<User>): SignedIn<User> | null {
  return useSyncExternalStore(session.subscribe, session.read, () => null);
}
