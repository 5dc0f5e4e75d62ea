/** What a customer sees first, in one piece: the frame, and power now. */
import { lazy, Suspense } from 'react';
import { Overview } from '../features/portal/components/overview.tsx';
import { Sites } from '../features/portal/components/sites.tsx';

export { PortalLayout } from '../features/portal/components/portal-layout.tsx';
export { Sites as SitesPage };

const OverviewRest = lazy(async () => {
  const { OverviewRestPage } = await import('./portal-more-pages.tsx');
  return { default: OverviewRestPage };
});

/** The dashboard: power now, then keys, devices and what happened. */
export function OverviewPage() {
  return (
    <Overview>
      <Suspense fallback={null}>
        <OverviewRest />
      </Suspense>
    </Overview>
  );
}
