/** What modules add to the console, a line each. */
import { map } from './map/in-console.ts';
import { oidc } from './oidc/in-console.ts';
import { reliability } from './reliability/in-console.ts';

export const inConsole = [map, oidc, reliability] as const;

type Added = (typeof inConsole)[number];
type Bare = Extract<Added, { bareRoutes: unknown }>;

export const consoleRoutes = inConsole.flatMap<Added['routes'][number]>(({ routes }) => routes);
/** Pages without the console around them. */
export const bareRoutes = inConsole.flatMap<Bare['bareRoutes'][number]>((added) =>
  'bareRoutes' in added ? added.bareRoutes : [],
);
