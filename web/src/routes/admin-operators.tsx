import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireRole } from '../features/console/require-admin.ts';
import { adminRoute } from './admin.tsx';

export const adminOperatorsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/operators',
  beforeLoad: () => requireRole('owner'),
  component: lazyRouteComponent(
    () => import('../features/operators/components/operators-page.tsx'),
    'OperatorsPage',
  ),
});
