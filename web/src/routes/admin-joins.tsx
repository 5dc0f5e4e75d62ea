import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireRole } from '../features/console/require-admin.ts';
import { adminRoute } from './admin.tsx';

export const adminJoinsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/joins',
  beforeLoad: () => requireRole('support'),
  component: lazyRouteComponent(
    () => import('../features/joins/components/joins-page.tsx'),
    'JoinsPage',
  ),
});
