import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { skipLogInWhenIn } from '../features/console/require-admin.ts';
import { rootRoute } from './root.tsx';

export const adminLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/login',
  beforeLoad: skipLogInWhenIn,
  component: lazyRouteComponent(
    () => import('../features/console/components/log-in-page.tsx'),
    'LogInPage',
  ),
});
