/** The pages of customers: the log-in, the portal around what is theirs, and the set-up of a board. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readFlashSearch, requireSetup } from '../features/configuration/require-setup.ts';
import { hasLoginLink } from '../lib/login-link.ts';
import { customerSession } from '../lib/session.ts';
import { LogIn, OverviewPage, PortalPage, SitesPage } from './portal-pages.tsx';
import { portalRoot } from './root.tsx';

const getParentRoute = () => portalRoute;
const morePages = () => import('./portal-more-pages.tsx');

/** The log-in of customers; whoever is logged in already goes on to the dashboard. */
const logInRoute = createRoute({
  getParentRoute: () => portalRoot,
  path: '/customer',
  beforeLoad: () => {
    // A link from the bot logs its user in, even if somebody else is logged in here.
    if (customerSession.read() !== null && !hasLoginLink(location.hash))
      throw redirect({ to: '/customer/dashboard' });
  },
  component: LogIn,
});

/** Around all pages of a customer. Without token and user it leads to the log-in, which leads back here. */
const portalRoute = createRoute({
  getParentRoute: () => portalRoot,
  id: 'portal',
  beforeLoad: ({ location: { href } }) => {
    if (customerSession.read() === null) {
      throw redirect({ to: '/customer', state: { cameFor: href }, replace: true });
    }
  },
  component: PortalPage,
});

const portalPages = portalRoute.addChildren([
  createRoute({
    getParentRoute,
    path: '/customer/dashboard',
    component: OverviewPage,
  }),
  createRoute({
    getParentRoute,
    path: '/customer/sites',
    component: SitesPage,
  }),
  createRoute({
    getParentRoute,
    path: '/customer/report',
    component: lazyRouteComponent(morePages, 'ReportPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/customer/devices',
    component: lazyRouteComponent(morePages, 'DevicesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/customer/alerts',
    component: lazyRouteComponent(morePages, 'AlertsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/customer/account',
    component: lazyRouteComponent(morePages, 'AccountPage'),
  }),
]);

/**
 * Configures a board over its cable; without a phone and a key in the session storage, the log-in.
 */
const configureRoute = createRoute({
  getParentRoute: () => portalRoot,
  path: '/customer/flash',
  validateSearch: readFlashSearch,
  beforeLoad: requireSetup,
  component: lazyRouteComponent(() => import('./configure-page.tsx'), 'ConfigurePage'),
});

/** What a link in a message asks; whoever has the message needs no log-in. */
const messageLinkRoute = createRoute({
  getParentRoute: () => portalRoot,
  path: '/customer/link',
  component: lazyRouteComponent(morePages, 'MessageLinkPage'),
});

export const customerRoutes = [logInRoute, portalPages, configureRoute, messageLinkRoute] as const;
