import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { hasLoginLink } from '../lib/login-link.ts';
import { customerSession } from '../lib/session.ts';
import { rootRoute } from './root.tsx';

/** The log-in of customers; whoever is logged in already goes on to the dashboard. */
export const customerLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customer',
  beforeLoad: () => {
    // A link from the bot is followed by whoever presses it, whoever is logged in here.
    if (customerSession.read() !== null && !hasLoginLink(location.hash))
      throw redirect({ to: '/customer/dashboard' });
  },
  component: lazyRouteComponent(
    () => import('../features/portal/components/log-in-page.tsx'),
    'LogInPage',
  ),
});
