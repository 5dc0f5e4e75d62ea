import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { OpenSearch } from '../lib/console/open-search.ts';
import { readListSearch } from '../lib/list-search.ts';
import { adminRoute } from './admin.tsx';

export const adminAuditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/audit',
  validateSearch: (search): OpenSearch => ({ ...readListSearch(search) }),
  component: lazyRouteComponent(
    () => import('../features/audit/components/audit-page.tsx'),
    'AuditPage',
  ),
});
