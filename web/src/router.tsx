import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { addDesignPage } from '../design/add-design-page.tsx';
import { ErrorPage, NotFoundPage } from './components/layout/message-page.tsx';
import { bareRoutes } from './modules/in-console.ts';
import { adminLoginRoute, adminRoutes } from './routes/admin.tsx';
import { rootRoute } from './routes/root.tsx';

/**
 * The console and what stands beside it; the portal is a document of its own (portal-router.tsx).
 * @param history for use outside a browser
 */
export function createAppRouter(history?: RouterHistory) {
  const routeTree = rootRoute.addChildren([
    privacyRoute,
    adminLoginRoute,
    ...bareRoutes,
    adminRoutes,
  ]);
  // Other builds leave this page out.
  if (process.env.NODE_ENV === 'development') addDesignPage(routeTree);
  return createRouter({
    routeTree,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    ...(history === undefined ? { scrollRestoration: true } : { history }),
  });
}

export const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./routes/privacy-page.tsx'), 'PrivacyPage'),
});
