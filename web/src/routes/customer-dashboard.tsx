import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { customerSession } from '../lib/session.ts';
import { rootRoute } from './root.tsx';

/** The customer's dashboard; without token and user, the log-in. */
export const customerDashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customer/dashboard',
  beforeLoad: () => {
    if (customerSession.read() === null) throw redirect({ to: '/customer' });
  },
  component: lazyRouteComponent(
    () => import('./customer-dashboard-page.tsx'),
    'CustomerDashboardPage',
  ),
});
