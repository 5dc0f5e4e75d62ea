import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { SkipLink } from '../../../components/layout/skip-link.tsx';
import { BusyBar } from '../../../components/ui/busy-bar.tsx';
import { LiveMark } from '../../../components/ui/live-mark.tsx';
import { OfflineBanner } from '../../../components/ui/offline-banner.tsx';
import { clearDeviceSetup } from '../../../lib/device-setup.ts';
import { customerSession } from '../../../lib/session.ts';
import { statsQuery } from '../api/get-stats.ts';
import { usePortalLive } from '../live/use-portal-live.ts';
import { useChatNews } from '../use-chat-news.ts';
import { usePortalTitle } from '../use-portal-title.ts';
import { PortalHeader } from './portal-header.tsx';
import { PortalTabs } from './portal-tabs.tsx';

const isAnybodyIn = () => customerSession.read() !== null;

/**
 * The portal around its pages, for whoever is logged in; anybody else goes to the log-in.
 * @param children what floats over them
 */
export function PortalLayout({ children }: { children: ReactNode }) {
  // At build time somebody counts as logged in, so that this page's picture can be rendered.
  const isSignedIn = useSyncExternalStore(customerSession.subscribe, isAnybodyIn, isAnybodyIn);
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isSignedIn) return;
    // The next user must not see anything of the last one.
    queryClient.clear();
    clearDeviceSetup();
    // After a log-out there is no page to return to.
    const cameFor = router.state.location.href;
    const state = customerSession.endReason() === 'expired' ? { cameFor } : {};
    void navigate({ to: '/customer', state, replace: true });
  }, [isSignedIn, navigate, router, queryClient]);
  // The first request runs alone, since a phone's network is slow.
  const isFirst = useQuery({ ...statsQuery, enabled: isSignedIn }).isPending;
  if (!isSignedIn) return null;
  return (
    <>
      <PortalBody />
      {!isFirst && children}
    </>
  );
}

function PortalBody() {
  const live = usePortalLive();
  usePortalTitle();
  useChatNews();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <BusyBar />
      <OfflineBanner live={live} />
      <PortalHeader />
      <PortalTabs />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <div className="relative mx-auto flex w-full max-w-6xl flex-col gap-8 px-4 py-5 sm:gap-10 sm:px-6 sm:py-8">
          {/* At the end of the line of the title, which leaves room for it. */}
          <div className="absolute top-6 right-4 max-w-32 sm:top-9 sm:right-6 sm:max-w-56">
            <LiveMark state={live} />
          </div>
          <Outlet />
        </div>
      </main>
    </div>
  );
}
