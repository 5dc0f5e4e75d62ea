/** What a customer sees first, in one piece with the scripts of the portal: the frame, and power now. */
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useIsToastWaiting } from '../components/ui/toast.ts';
import { LogInPage } from '../features/portal/components/log-in-page.tsx';
import { Overview, Sites } from '../features/portal/components/overview.tsx';
import { PortalLayout } from '../features/portal/components/portal-layout.tsx';
import { useIsTouched } from '../lib/use-browser.ts';
import { useGoOn } from '../lib/use-go-on.ts';

const loadMore = () => import('./portal-more-pages.tsx');
const loadRest = () => import('./portal-rest.tsx');
const OverviewRest = lazyRouteComponent(loadRest, 'OverviewRestPage');
const Toaster = lazyRouteComponent(loadMore, 'PortalToaster');
const SiteTools = lazyRouteComponent(loadMore, 'PortalSiteTools');

/** Where somebody logs out, or an address asks for a log-in. */
export function LogIn() {
  return <LogInPage onIn={useGoOn('/customer/dashboard')} />;
}

/** The frame. All other pages, and what floats, come once somebody begins to do something, or is to be told something. */
export function PortalPage() {
  const isTouched = useIsTouched();
  const isToastWaiting = useIsToastWaiting();
  const [isMoreWanted, setIsMoreWanted] = useState(false);
  if (!isMoreWanted && (isTouched || isToastWaiting)) setIsMoreWanted(true);
  return (
    <PortalLayout>
      {isMoreWanted && (
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      )}
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
