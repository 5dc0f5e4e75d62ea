import { useSyncExternalStore } from 'react';
import type { Session, SignedIn } from './session.ts';

/** Who is signed in, or null; renders again on log-in, log-out and expiry, in any tab. */
export function useSession<User>(session: Session<User>): SignedIn<User> | null {
  return useSyncExternalStore(session.subscribe, session.read, () => null);
}
