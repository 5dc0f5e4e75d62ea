/** What a customer sees first, in one piece with the scripts of the portal: the frame, and power now. */
import { lazy, Suspense } from 'react';
import { Overview } from '../features/portal/components/overview.tsx';
import { PortalLayout } from '../features/portal/components/portal-layout.tsx';
import { Sites } from '../features/portal/components/sites.tsx';

const loadMore = () => import('./portal-more-pages.tsx');
const OverviewRest = lazy(async () => ({ default: (await loadMore()).OverviewRestPage }));
const Toaster = lazy(async () => ({ default: (await loadMore()).PortalToaster }));
const SiteTools = lazy(async () => ({ default: (await loadMore()).PortalSiteTools }));

export function PortalPage() {
  return (
    <PortalLayout>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </PortalLayout>
  );
}

/** The dashboard: power now, then keys, devices and what happened. */
export function OverviewPage() {
  return (
    <Overview Tools={SiteTools}>
      <Suspense fallback={null}>
        <OverviewRest />
      </Suspense>
    </Overview>
  );
}

export function SitesPage() {
  return <Sites Tools={SiteTools} />;
}
