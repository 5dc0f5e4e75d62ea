import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute } from './admin.tsx';

export const adminSystemRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/system',
  component: lazyRouteComponent(
    () => import('../features/system/components/system-page.tsx'),
    'SystemPage',
  ),
});
