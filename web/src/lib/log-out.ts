import { createApi } from './api-client.ts';
import type { Session } from './session.ts';

/** Ends the session here at once, and on the server as soon as it hears of it. */
export function logOut<User>(session: Session<User>): void {
  // A log-out works even if the server cannot be reached.
  createApi(session)
    .post('/api/auth/logout')
    .catch(() => {});
  session.end('logout');
}
