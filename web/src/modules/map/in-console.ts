import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { requireAdmin } from '../../features/console/require-admin.ts';
import { type ConsoleExtras, requireExtra } from '../../lib/extras.ts';
import { adminRoute } from '../../routes/admin-root.tsx';
import { rootRoute } from '../../routes/root.tsx';
import label from './menu-label.json';

const name = 'map';
const pages = () => import('./console-page.ts');

export const map = {
  name,
  menu: [{ to: '/admin/map', label, icon: MapPin, needs: 'viewer' }],
  routes: [
    createRoute({
      getParentRoute: () => adminRoute,
      path: '/map',
      beforeLoad: () => requireExtra(name),
      component: lazyRouteComponent(pages, 'MapPage'),
    }),
  ],
  bareRoutes: [
    // For a screen on the wall.
    createRoute({
      getParentRoute: () => rootRoute,
      path: '/admin/wall',
      beforeLoad: (opened) => {
        requireAdmin(opened);
        requireExtra(name);
      },
      component: lazyRouteComponent(pages, 'AdminWallPage'),
    }),
  ],
} satisfies ConsoleExtras & { routes: unknown; bareRoutes: unknown };
