import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readFlashSearch, requireSetup } from '../features/configuration/require-setup.ts';
import { rootRoute } from './root.tsx';

/**
 * Configures a board over its cable; without a phone and a key in the session storage, the log-in.
 */
export const customerFlashRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customer/flash',
  validateSearch: readFlashSearch,
  beforeLoad: requireSetup,
  component: lazyRouteComponent(
    () => import('../features/configuration/components/flash-page.tsx'),
    'FlashPage',
  ),
});
