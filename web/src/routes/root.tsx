import { createRootRoute } from '@tanstack/react-router';

/** Only the outlet: the front page, the portal and the console each bring a layout of their own. */
export const rootRoute = createRootRoute();

/** The root of the portal's own document. */
export const portalRoot = createRootRoute();
