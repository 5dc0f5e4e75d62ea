import { createRouter } from '@tanstack/react-router';
import { bareRoutes } from './modules/in-console.ts';
import { privacyRoute } from './router.tsx';
import { adminLoginRoute, adminRoutes } from './routes/admin.tsx';
import { customerRoutes } from './routes/portal.tsx';
import { rootRoute } from './routes/root.tsx';

/** Every page of both documents, for the types of links and for what is said of paths; nobody loads it. */
function createWholeRouter() {
  return createRouter({
    routeTree: rootRoute.addChildren([
      privacyRoute,
      adminLoginRoute,
      ...bareRoutes,
      adminRoutes,
      ...customerRoutes,
    ]),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createWholeRouter>;
  }
}
