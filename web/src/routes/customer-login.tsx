import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { customerSession } from '../lib/session.ts';
import { rootRoute } from './root.tsx';

/** The log-in of customers; whoever is logged in already goes on to the dashboard. */
export const customerLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customer',
  beforeLoad: () => {
    if (customerSession.read() !== null) throw redirect({ to: '/customer/dashboard' });
  },
  component: lazyRouteComponent(
    () => import('../features/portal/components/log-in-page.tsx'),
    'LogInPage',
  ),
});
