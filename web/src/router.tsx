import { createRouter } from '@tanstack/react-router';
import { ErrorPage } from './components/layout/error-page.tsx';
import { NotFoundPage } from './components/layout/not-found-page.tsx';
import { homeRoute } from './routes/home.tsx';
import { rootRoute } from './routes/root.tsx';

/**
 * Every page of the application. The build writes the paths of this tree beside the page, and the
 * server answers them with 200 and all others with 404; nothing else lists them.
 */
export const routeTree = rootRoute.addChildren([homeRoute]);

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
