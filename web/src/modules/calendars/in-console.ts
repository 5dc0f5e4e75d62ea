import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CalendarX2 } from 'lucide-react';
import { requireRole } from '../../features/console/require-admin.ts';
import { type ConsoleExtras, requireExtra } from '../../lib/extras.ts';
import { adminRoute } from '../../routes/admin-root.tsx';
import label from './menu-label.json';

const name = 'calendars';

export const calendars = {
  name,
  menu: [{ to: '/admin/announcements', label, icon: CalendarX2, needs: 'support' }],
  routes: [
    createRoute({
      getParentRoute: () => adminRoute,
      path: '/announcements',
      beforeLoad: () => {
        requireExtra(name);
        requireRole('support');
      },
      component: lazyRouteComponent(() => import('./console-page.ts'), 'AnnouncementsPage'),
    }),
  ],
} satisfies ConsoleExtras & { routes: unknown };
