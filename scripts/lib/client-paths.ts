import { createMemoryHistory } from '@tanstack/react-router';
import { createPortalRouter } from '../../web/src/portal-router.tsx';
import { createAppRouter } from '../../web/src/router.tsx';

/** The paths that each document answers, `$name` standing for a parameter, in order. */
export function listClientPaths(): Record<string, string[]> {
  const pathsOf = ({ routesByPath }: { routesByPath: object }) =>
    Object.keys(routesByPath)
      .filter((path) => path !== '/')
      .sort();
  const history = createMemoryHistory();
  return {
    'index.html': ['/'],
    'portal.html': pathsOf(createPortalRouter(history)),
    'app.html': pathsOf(createAppRouter(history)),
  };
}
