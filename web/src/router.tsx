import { createRouter } from '@tanstack/react-router';
import { ErrorPage } from './components/layout/error-page.tsx';
import { NotFoundPage } from './components/layout/not-found-page.tsx';
import { adminLoginRoute, adminRoutes } from './routes/admin.tsx';
import { customerDashboardRoute } from './routes/customer-dashboard.tsx';
import { customerFlashRoute } from './routes/customer-flash.tsx';
import { customerLoginRoute } from './routes/customer-login.tsx';
import { addDesignPage } from './routes/design.tsx';
import { homeRoute } from './routes/home.tsx';
import { privacyRoute } from './routes/privacy.tsx';
import { rootRoute } from './routes/root.tsx';

/**
 * Every page of the application. The build writes the paths of this tree beside the page, and the
 * server answers them with 200 and all others with 404; nothing else lists them.
 */
const routeTree = rootRoute.addChildren([
  homeRoute,
  privacyRoute,
  customerLoginRoute,
  customerDashboardRoute,
  customerFlashRoute,
  adminLoginRoute,
  adminRoutes,
]);

// Left out of every other build, with all that only it uses.
if (process.env.NODE_ENV === 'development') addDesignPage(routeTree);

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
