/** The console: the layout around its pages, the pages, and who may see them. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { deviceSorts } from '../../../src/domain/devices/device-type.ts';
import { keySorts } from '../../../src/domain/keys/key-lifecycle.ts';
import { auditFilters } from '../../../src/domain/people/audit-filter.ts';
import { customerSorts } from '../../../src/domain/people/customer-filter.ts';
import { eventSorts } from '../../../src/domain/states.ts';
import {
  deviceFilters,
  readDevicePageSearch,
  readOutagesSearch,
} from '../features/admin-devices/device-search.ts';
import { requireRole, skipLogInWhenIn } from '../features/console/require-admin.ts';
import { customerFilters, readCustomerPageSearch } from '../features/customers/customer-search.ts';
import { deliveryFilters, eventFilters, keyFilters } from '../lib/console/list-filters.ts';
import type { OpenSearch } from '../lib/console/open-search.ts';
import { readListSearch } from '../lib/list-search.ts';
import { consoleRoutes } from '../modules/in-console.ts';
import { adminRoute } from './admin-root.tsx';
import { rootRoute } from './root.tsx';

const getParentRoute = () => adminRoute;
const firstPages = () => import('./console-pages.tsx');
const morePages = () => import('./console-more-pages.tsx');

/** The search of a list in its address: words, filter, order, page. */
const listOf =
  (filters?: readonly string[], sorts?: readonly string[]) =>
  (search: Record<string, unknown>): OpenSearch => ({ ...readListSearch(search, filters, sorts) });

export const adminLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/login',
  beforeLoad: skipLogInWhenIn,
  component: lazyRouteComponent(() => import('./console-log-in.tsx'), 'LogInPage'),
});

export const adminRoutes = adminRoute.addChildren([
  createRoute({
    getParentRoute,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/admin/dashboard', replace: true });
    },
  }),
  createRoute({
    getParentRoute,
    path: '/dashboard',
    component: lazyRouteComponent(firstPages, 'AdminDashboardPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/outages',
    validateSearch: (search): OpenSearch => ({ ...readOutagesSearch(search) }),
    component: lazyRouteComponent(morePages, 'OutagesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/customers',
    validateSearch: listOf(customerFilters, customerSorts),
    component: lazyRouteComponent(morePages, 'CustomersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/customers/$id',
    beforeLoad: ({ params }) => {
      if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/admin/customers' });
    },
    validateSearch: (search): OpenSearch => ({ ...readCustomerPageSearch(search) }),
    component: lazyRouteComponent(morePages, 'AdminCustomerPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/devices',
    validateSearch: listOf(deviceFilters, deviceSorts),
    component: lazyRouteComponent(morePages, 'DevicesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/devices/$deviceId',
    validateSearch: (search): OpenSearch => ({ ...readDevicePageSearch(search) }),
    component: lazyRouteComponent(morePages, 'AdminDevicePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/joins',
    beforeLoad: () => requireRole('support'),
    component: lazyRouteComponent(morePages, 'JoinsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/keys',
    validateSearch: listOf(keyFilters, keySorts),
    component: lazyRouteComponent(morePages, 'KeysPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events',
    validateSearch: listOf(eventFilters, eventSorts),
    component: lazyRouteComponent(morePages, 'EventsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    beforeLoad: () => requireRole('owner'),
    component: lazyRouteComponent(morePages, 'AdminSettingsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/front-page',
    beforeLoad: () => requireRole('owner'),
    component: lazyRouteComponent(morePages, 'FrontPagePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/privacy',
    beforeLoad: () => requireRole('owner'),
    component: lazyRouteComponent(morePages, 'PrivacySettingsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/channels',
    beforeLoad: () => requireRole('owner'),
    component: lazyRouteComponent(morePages, 'ChannelsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/extras',
    beforeLoad: () => requireRole('owner'),
    component: lazyRouteComponent(morePages, 'ExtrasPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/operators',
    beforeLoad: () => requireRole('owner'),
    component: lazyRouteComponent(morePages, 'OperatorsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/account',
    component: lazyRouteComponent(morePages, 'AccountPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/deliveries',
    validateSearch: listOf(deliveryFilters),
    component: lazyRouteComponent(morePages, 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch: (search): OpenSearch => ({
      ...readListSearch(search, auditFilters),
      ...(typeof search['who'] === 'string' && { who: search['who'] }),
    }),
    component: lazyRouteComponent(morePages, 'AuditPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/system',
    component: lazyRouteComponent(morePages, 'SystemPage'),
  }),
  ...consoleRoutes,
]);
