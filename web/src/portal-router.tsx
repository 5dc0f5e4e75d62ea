import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ErrorPage, NotFoundPage } from './components/layout/message-page.tsx';
import { customerRoutes } from './routes/portal.tsx';
import { portalRoot } from './routes/root.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that somebody was sent to the log-in from. No link can hold it. */
    cameFor?: string;
  }
}

/** @param history for use outside a browser */
export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: portalRoot.addChildren([...customerRoutes]),
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    ...(history === undefined ? { scrollRestoration: true } : { history }),
  });
}
