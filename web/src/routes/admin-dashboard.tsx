import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin.tsx';

export const adminDashboardRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/dashboard',
  component: lazyRouteComponent(
    () => import('../features/console/components/dashboard-page.tsx'),
    'DashboardPage',
  ),
});
