import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { customerFilters } from '../features/customers/customer-search.ts';
import type { OpenSearch } from '../lib/console/open-search.ts';
import { readListSearch } from '../lib/list-search.ts';
import { adminRoute } from './admin.tsx';

export const adminCustomersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/customers',
  validateSearch: (search): OpenSearch => ({ ...readListSearch(search, customerFilters) }),
  component: lazyRouteComponent(
    () => import('../features/customers/components/customers-page.tsx'),
    'CustomersPage',
  ),
});
