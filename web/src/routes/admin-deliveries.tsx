import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { deliveryFilters } from '../features/deliveries/delivery-filters.ts';
import type { OpenSearch } from '../lib/console/open-search.ts';
import { readListSearch } from '../lib/list-search.ts';
import { adminRoute } from './admin.tsx';

export const adminDeliveriesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/deliveries',
  validateSearch: (search): OpenSearch => ({ ...readListSearch(search, deliveryFilters) }),
  component: lazyRouteComponent(
    () => import('../features/deliveries/components/deliveries-page.tsx'),
    'DeliveriesPage',
  ),
});
