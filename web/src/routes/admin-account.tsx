import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin.tsx';

export const adminAccountRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/account',
  component: lazyRouteComponent(
    () => import('../features/account/components/account-page.tsx'),
    'AccountPage',
  ),
});
