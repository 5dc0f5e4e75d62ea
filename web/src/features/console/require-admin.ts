import { redirect } from '@tanstack/react-router';
import { mayDo, type OperatorRole } from '../../lib/operator-role.ts';
import { adminSession } from '../../lib/session.ts';

/** For `beforeLoad` of the console's pages: lets only administrators in. The log-in leads back here. */
export function requireAdmin({ location }: { location: { href: string } }): void {
  const signedIn = adminSession.read();
  if (signedIn === null) {
    throw redirect({ to: '/admin/login', state: { cameFor: location.href }, replace: true });
  }
  if (signedIn.user.role !== 'admin') throw redirect({ href: '/', reloadDocument: true });
}

/** For `beforeLoad` of pages that not every role may see. */
export function requireRole(needed: OperatorRole): void {
  const user = adminSession.read()?.user;
  if (user && !mayDo(user.operator_role, needed)) throw redirect({ to: '/admin/dashboard' });
}

/** For the log-in page: leads on whoever is logged in already. */
export function skipLogInWhenIn(): void {
  if (adminSession.read()?.user.role === 'admin') throw redirect({ to: '/admin/dashboard' });
}
