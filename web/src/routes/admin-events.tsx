import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { eventFilters } from '../features/admin-events/event-filters.ts';
import type { OpenSearch } from '../lib/console/open-search.ts';
import { readListSearch } from '../lib/list-search.ts';
import { adminRoute } from './admin.tsx';

export const adminEventsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/events',
  validateSearch: (search): OpenSearch => ({ ...readListSearch(search, eventFilters) }),
  component: lazyRouteComponent(
    () => import('../features/admin-events/components/events-page.tsx'),
    'EventsPage',
  ),
});
