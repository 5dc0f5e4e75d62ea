import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../src/routes/root.tsx';

/**
 * Puts the living style page into the tree. Nothing links to it, so the types of the tree stay as they
 * are; and nothing of it is made outside of this function, so that a build that never calls it leaves
 * it out.
 */
export function addDesignPage(tree: AnyRoute): void {
  const designRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/design',
    component: lazyRouteComponent(() => import('./design-page.tsx'), 'DesignPage'),
  });
  const pages: AnyRoute[] = Object.values(tree.children ?? {});
  tree.addChildren([...pages, designRoute]);
}
