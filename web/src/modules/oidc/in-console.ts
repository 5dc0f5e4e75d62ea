import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { type ConsoleExtras, requireExtra } from '../../lib/extras.ts';
import { rootRoute } from '../../routes/root.tsx';

const name = 'oidc';
const atLogIn = () => import('./log-in-page.ts');
const inPages = () => import('./console-page.ts');

export const oidc = {
  name,
  waysIn: [
    {
      method: 'oidc',
      SignIn: lazy(async () => ({ default: (await atLogIn()).OidcSignIn })),
      Proof: lazy(async () => ({ default: (await inPages()).ProviderProof })),
      NameField: lazy(async () => ({ default: (await inPages()).NameField })),
    },
  ],
  routes: [],
  bareRoutes: [
    // Where the window of a provider comes back to that was asked once more who it is.
    createRoute({
      getParentRoute: () => rootRoute,
      path: '/admin/again',
      beforeLoad: () => requireExtra(name),
      component: lazyRouteComponent(atLogIn, 'ProofReturnPage'),
    }),
  ],
} satisfies ConsoleExtras & { routes: unknown; bareRoutes: unknown };
