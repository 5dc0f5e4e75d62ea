import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

/**
 * The front page for who comes to it from another page of the application. A visit that starts here is
 * served by landing.tsx, without the router.
 */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(
    () => import('../features/landing/components/landing-page.tsx'),
    'LandingPage',
  ),
});
