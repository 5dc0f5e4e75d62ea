import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { SkipLink } from '../../../components/layout/skip-link.tsx';
import { OfflineBanner } from '../../../components/ui/offline-banner.tsx';
import { OverlayProvider } from '../../../components/ui/overlay-provider.tsx';
import { clearDeviceSetup } from '../../../lib/device-setup.ts';
import { type CustomerUser, customerSession } from '../../../lib/session.ts';
import { useSession } from '../../../lib/use-session.ts';
import { usePortalLive } from '../live/use-portal-live.ts';
import { usePortalTitle } from '../use-portal-title.ts';
import { PortalHeader } from './portal-header.tsx';
import { Welcome } from './welcome.tsx';

/** The portal around its pages, for whoever is logged in; anybody else goes to the log-in. */
export function PortalPage({ children }: { children: ReactNode }) {
  const user = useSession(customerSession)?.user;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isSignedIn = user !== undefined;
  useEffect(() => {
    if (isSignedIn) return;
    // Nothing of theirs is left for whoever logs in next.
    queryClient.clear();
    clearDeviceSetup();
    void navigate({ to: '/customer', replace: true });
  }, [isSignedIn, navigate, queryClient]);
  if (user === undefined) return null;
  return (
    <OverlayProvider>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <OfflineBanner />
        <PortalHeader />
        <PortalBody user={user}>{children}</PortalBody>
      </div>
    </OverlayProvider>
  );
}

function PortalBody({ user, children }: { user: CustomerUser; children: ReactNode }) {
  const live = usePortalLive();
  usePortalTitle();
  return (
    <main id="main" tabIndex={-1} className="flex-1 outline-none">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-8 px-4 py-5 sm:gap-10 sm:px-6 sm:py-8">
        <Welcome user={user} live={live} />
        {children}
      </div>
    </main>
  );
}
