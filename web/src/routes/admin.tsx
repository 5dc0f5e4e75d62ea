import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requireAdmin } from '../features/console/require-admin.ts';
import { rootRoute } from './root.tsx';

/** The console: the layout around its pages, and who may see them. */
export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(
    () => import('../features/console/components/console-layout.tsx'),
    'ConsoleLayout',
  ),
  notFoundComponent: lazyRouteComponent(
    () => import('../features/console/components/console-not-found.tsx'),
    'ConsoleNotFound',
  ),
});

export const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/dashboard', replace: true });
  },
});
