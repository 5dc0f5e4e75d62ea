import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ChartNoAxesCombined } from 'lucide-react';
import type { OpenSearch } from '../../lib/console/open-search.ts';
import { type ConsoleExtras, requireExtra } from '../../lib/extras.ts';
import { adminRoute } from '../../routes/admin-root.tsx';
import label from './menu-label.json';
import { readReliabilitySearch } from './reliability-search.ts';

const name = 'reliability';

export const reliability = {
  name,
  menu: [
    {
      to: '/admin/reliability',
      label,
      icon: ChartNoAxesCombined,
      needs: 'viewer',
    },
  ],
  routes: [
    createRoute({
      getParentRoute: () => adminRoute,
      path: '/reliability',
      beforeLoad: () => requireExtra(name),
      validateSearch: (search): OpenSearch => ({ ...readReliabilitySearch(search) }),
      component: lazyRouteComponent(() => import('./console-page.ts'), 'ReliabilityPage'),
    }),
  ],
} satisfies ConsoleExtras & { routes: unknown };
