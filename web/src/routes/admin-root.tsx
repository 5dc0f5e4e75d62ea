/** The layout around the console's pages; pages of modules, too, name it as their parent. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireAdmin } from '../features/console/require-admin.ts';
import { rootRoute } from './root.tsx';

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./console-pages.tsx'), 'AdminLayout'),
  notFoundComponent: lazyRouteComponent(
    () => import('./console-more-pages.tsx'),
    'ConsoleNotFound',
  ),
});
