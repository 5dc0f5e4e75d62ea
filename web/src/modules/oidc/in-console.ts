import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type ConsoleExtras, requireExtra } from '../../lib/extras.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { rootRoute } from '../../routes/root.tsx';

const name = 'oidc';
const atLogIn = () => import('./log-in-page.ts');
const inPages = () => import('./console-page.ts');

export const oidc = {
  name,
  waysIn: [
    {
      method: 'oidc',
      SignIn: lazyPart('oidc-sign-in', async () => (await atLogIn()).OidcSignIn),
      Proof: lazyPart('oidc-proof', async () => (await inPages()).ProviderProof),
      NameField: lazyPart('oidc-name', async () => (await inPages()).NameField),
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
