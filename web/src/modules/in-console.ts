/** What modules add to the console, a line each. */
import { oidc } from './oidc/in-console.ts';
import { reliability } from './reliability/in-console.ts';

export const inConsole = [oidc, reliability] as const;

export const consoleRoutes = inConsole.flatMap(({ routes }) => routes);
/** Pages without the console around them. */
export const bareRoutes = inConsole.flatMap((one) => ('bareRoutes' in one ? one.bareRoutes : []));
