/** What modules add to the console, a line each. */
import type { AnyRoute } from '@tanstack/react-router';
import { areas } from './areas/in-console.ts';
import { calendars } from './calendars/in-console.ts';
import { map } from './map/in-console.ts';
import { oidc } from './oidc/in-console.ts';
import { reliability } from './reliability/in-console.ts';

export const inConsole = [areas, calendars, map, oidc, reliability] as const;

type Added = (typeof inConsole)[number];
type Bare = Extract<Added, { bareRoutes: unknown }>;

/** The same, as it is where the list is empty, too. */
const added: readonly {
  readonly routes: readonly AnyRoute[];
  readonly bareRoutes?: readonly AnyRoute[];
}[] = inConsole;

export const consoleRoutes = added.flatMap(({ routes }) => routes) as Added['routes'][number][];
/** Pages without the console around them. */
export const bareRoutes = added.flatMap(
  (one) => one.bareRoutes ?? [],
) as Bare['bareRoutes'][number][];
