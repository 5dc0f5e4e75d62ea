import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { keyFilters } from '../features/activation-keys/key-filters.ts';
import type { OpenSearch } from '../lib/console/open-search.ts';
import { readListSearch } from '../lib/list-search.ts';
import { adminRoute } from './admin.tsx';

export const adminKeysRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/keys',
  validateSearch: (search): OpenSearch => ({ ...readListSearch(search, keyFilters) }),
  component: lazyRouteComponent(
    () => import('../features/activation-keys/components/keys-page.tsx'),
    'KeysPage',
  ),
});
