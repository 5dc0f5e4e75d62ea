import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readDeviceSetup } from '../lib/device-setup.ts';
import { rootRoute } from './root.tsx';

/**
 * Configures a board over its cable; without a phone and a key in the session storage, the log-in.
 */
export const customerFlashRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/customer/flash',
  beforeLoad: () => {
    if (readDeviceSetup() === null) throw redirect({ to: '/customer' });
  },
  component: lazyRouteComponent(
    () => import('../features/configuration/components/flash-page.tsx'),
    'FlashPage',
  ),
});
