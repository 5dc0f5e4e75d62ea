import { createAppRouter } from '../../web/src/router.tsx';

/** The paths of every page of the application, `$name` standing for a parameter, in order. */
export function listClientPaths(): string[] {
  return Object.keys(createAppRouter().routesByPath).sort();
}
