import { redirect } from '@tanstack/react-router';
import { adminSession } from '../../lib/session.ts';

/** For `beforeLoad` of the console's pages: lets only administrators in. */
export function requireAdmin(): void {
  const signedIn = adminSession.read();
  if (signedIn === null) throw redirect({ to: '/admin/login' });
  if (signedIn.user.role !== 'admin') throw redirect({ to: '/' });
}

/** For the log-in page: who is in already need not log in again. */
export function skipLogInWhenIn(): void {
  if (adminSession.read()?.user.role === 'admin') throw redirect({ to: '/admin/dashboard' });
}
