/** The console: the layout around its pages, the pages, and who may see them. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { deviceSorts } from '../../../src/domain/devices/device-type.ts';
import { keySorts } from '../../../src/domain/keys/key-lifecycle.ts';
import { auditFilters } from '../../../src/domain/people/audit-filter.ts';
import { customerSorts } from '../../../src/domain/people/customer-filter.ts';
import { eventSorts } from '../../../src/domain/states.ts';
import { keyFilters } from '../features/activation-keys/key-filters.ts';
import {
  deviceFilters,
  lostFilters,
  lostSorts,
  readDevicePageSearch,
} from '../features/admin-devices/device-search.ts';
import { eventFilters } from '../features/admin-events/event-filters.ts';
import { requireAdmin, requireRole, skipLogInWhenIn } from '../features/console/require-admin.ts';
import { customerFilters, readCustomerPageSearch } from '../features/customers/customer-search.ts';
import { deliveryFilters } from '../features/deliveries/delivery-filters.ts';
import { readReliabilitySearch } from '../features/reliability/reliability-search.ts';
import type { OpenSearch } from '../lib/console/open-search.ts';
import { readListSearch } from '../lib/list-search.ts';
import { rootRoute } from './root.tsx';

const getParentRoute = () => adminRoute;

/** The search of a list in its address: words, filter, order, page. */
const listOf =
  (filters?: readonly string[], sorts?: readonly string[]) =>
  (search: Record<string, unknown>): OpenSearch => ({ ...readListSearch(search, filters, sorts) });

export const adminLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/login',
  beforeLoad: skipLogInWhenIn,
  component: lazyRouteComponent(
    () => import('../features/console/components/log-in-page.tsx'),
    'LogInPage',
  ),
});

/** For a screen on the wall, without the console around it. */
export const adminWallRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/wall',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./admin-wall-page.tsx'), 'AdminWallPage'),
});

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(() => import('./admin-layout.tsx'), 'AdminLayout'),
  notFoundComponent: lazyRouteComponent(
    () => import('../features/console/components/console-not-found.tsx'),
    'ConsoleNotFound',
  ),
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
    component: lazyRouteComponent(() => import('./admin-dashboard-page.tsx'), 'AdminDashboardPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/outages',
    validateSearch: listOf(lostFilters, lostSorts),
    component: lazyRouteComponent(() => import('./admin-outages-page.tsx'), 'AdminOutagesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/map',
    component: lazyRouteComponent(
      () => import('../features/map/components/map-page.tsx'),
      'MapPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/reliability',
    validateSearch: (search): OpenSearch => ({ ...readReliabilitySearch(search) }),
    component: lazyRouteComponent(
      () => import('../features/reliability/components/reliability-page.tsx'),
      'ReliabilityPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/customers',
    validateSearch: listOf(customerFilters, customerSorts),
    component: lazyRouteComponent(
      () => import('../features/customers/components/customers-page.tsx'),
      'CustomersPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/customers/$id',
    beforeLoad: ({ params }) => {
      if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/admin/customers' });
    },
    validateSearch: (search): OpenSearch => ({ ...readCustomerPageSearch(search) }),
    component: lazyRouteComponent(() => import('./admin-customer-page.tsx'), 'AdminCustomerPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/devices',
    validateSearch: listOf(deviceFilters, deviceSorts),
    component: lazyRouteComponent(
      () => import('../features/admin-devices/components/devices-page.tsx'),
      'DevicesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/devices/$deviceId',
    validateSearch: (search): OpenSearch => ({ ...readDevicePageSearch(search) }),
    component: lazyRouteComponent(() => import('./admin-device-page.tsx'), 'AdminDevicePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/joins',
    beforeLoad: () => requireRole('support'),
    component: lazyRouteComponent(
      () => import('../features/joins/components/joins-page.tsx'),
      'JoinsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/announcements',
    beforeLoad: () => requireRole('support'),
    component: lazyRouteComponent(
      () => import('../features/announcements/components/announcements-page.tsx'),
      'AnnouncementsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/keys',
    validateSearch: listOf(keyFilters, keySorts),
    component: lazyRouteComponent(
      () => import('../features/activation-keys/components/keys-page.tsx'),
      'KeysPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/events',
    validateSearch: listOf(eventFilters, eventSorts),
    component: lazyRouteComponent(
      () => import('../features/admin-events/components/events-page.tsx'),
      'EventsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    beforeLoad: () => requireRole('owner'),
    component: lazyRouteComponent(() => import('./admin-settings-page.tsx'), 'AdminSettingsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/channels',
    beforeLoad: () => requireRole('owner'),
    component: lazyRouteComponent(
      () => import('../features/channels/components/channels-page.tsx'),
      'ChannelsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/operators',
    beforeLoad: () => requireRole('owner'),
    component: lazyRouteComponent(
      () => import('../features/operators/components/operators-page.tsx'),
      'OperatorsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/account',
    component: lazyRouteComponent(
      () => import('../features/account/components/account-page.tsx'),
      'AccountPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/deliveries',
    validateSearch: listOf(deliveryFilters),
    component: lazyRouteComponent(
      () => import('../features/deliveries/components/deliveries-page.tsx'),
      'DeliveriesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch: (search): OpenSearch => ({
      ...readListSearch(search, auditFilters),
      ...(typeof search['who'] === 'string' && { who: search['who'] }),
    }),
    component: lazyRouteComponent(
      () => import('../features/audit/components/audit-page.tsx'),
      'AuditPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/system',
    component: lazyRouteComponent(
      () => import('../features/system/components/system-page.tsx'),
      'SystemPage',
    ),
  }),
]);
