import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { deviceFilters } from '../features/admin-devices/device-search.ts';
import type { OpenSearch } from '../lib/console/open-search.ts';
import { readListSearch } from '../lib/list-search.ts';
import { adminRoute } from './admin.tsx';

export const adminDevicesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/devices',
  validateSearch: (search): OpenSearch => ({ ...readListSearch(search, deviceFilters) }),
  component: lazyRouteComponent(
    () => import('../features/admin-devices/components/devices-page.tsx'),
    'DevicesPage',
  ),
});
