import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireRole } from '../features/console/require-admin.ts';
import { adminRoute } from './admin.tsx';

export const adminSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  beforeLoad: () => requireRole('owner'),
  component: lazyRouteComponent(() => import('./admin-settings-page.tsx'), 'AdminSettingsPage'),
});
