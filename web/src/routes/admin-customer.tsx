import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readCustomerPageSearch } from '../features/customers/customer-search.ts';
import type { OpenSearch } from '../lib/console/open-search.ts';
import { adminRoute } from './admin.tsx';

export const adminCustomerRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/customers/$id',
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/admin/customers' });
  },
  validateSearch: (search): OpenSearch => ({ ...readCustomerPageSearch(search) }),
  component: lazyRouteComponent(() => import('./admin-customer-page.tsx'), 'AdminCustomerPage'),
});
