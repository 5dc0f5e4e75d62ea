import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readDevicePageSearch } from '../features/admin-devices/device-search.ts';
import type { OpenSearch } from '../lib/console/open-search.ts';
import { adminRoute } from './admin.tsx';

export const adminDeviceRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/devices/$deviceId',
  validateSearch: (search): OpenSearch => ({ ...readDevicePageSearch(search) }),
  component: lazyRouteComponent(() => import('./admin-device-page.tsx'), 'AdminDevicePage'),
});
