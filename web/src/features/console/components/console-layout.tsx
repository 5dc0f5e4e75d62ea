import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { BrandLink } from '../../../components/layout/brand-link.tsx';
import { SkipLink } from '../../../components/layout/skip-link.tsx';
import { BusyBar } from '../../../components/ui/busy-bar.tsx';
import { Drawer } from '../../../components/ui/drawer.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { LiveMark } from '../../../components/ui/live-mark.tsx';
import { OfflineBanner } from '../../../components/ui/offline-banner.tsx';
import { OverlayProvider } from '../../../components/ui/overlay-provider.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import type { AdminUser } from '../../../lib/session.ts';
import { useConsoleLive } from '../live/use-console-live.ts';
import type { PaletteProps } from '../palette/palette.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { usePalette } from '../palette/use-palette.ts';
import { type ProofProps, useProof } from '../proof/use-proof.ts';
import { useAdminOnly } from '../use-admin-only.ts';
import { useConsoleTitle } from '../use-console-title.ts';
import { useOwnAccount } from '../use-own-account.ts';
import { ConsoleAccount } from './console-account.tsx';
import { ConsoleNav } from './console-nav.tsx';
import { SectionTabs } from './section-tabs.tsx';

interface LayoutProps {
  /** Asks who it is. */
  Proof: ComponentType<ProofProps>;
  /** The search over everything; what can be done to what it finds is other features'. */
  Palette: ComponentType<PaletteProps>;
}

/** Around every page of the console but the log-in. */
export function ConsoleLayout(parts: LayoutProps) {
  const user = useAdminOnly();
  return user && <ConsoleFrame user={user} {...parts} />;
}

function ConsoleFrame({ user, Palette, Proof }: LayoutProps & { user: AdminUser }) {
  const { t } = useTranslation();
  useOwnAccount(user);
  // Nothing else is open until a required second factor is set up.
  const isLocked = user.must_set_second_factor === true;
  const live = useConsoleLive({ isOff: isLocked });
  useConsoleTitle({ isOff: isLocked });
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const closeMenu = () => setIsMenuOpen(false);
  const palette = usePalette({ isOff: isLocked });
  const proof = useProof();
  return (
    <OverlayProvider>
      <SkipLink />
      <BusyBar />
      <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <aside className="sticky top-0 hidden h-dvh flex-col gap-4 short:gap-3 overflow-y-auto border-line border-r bg-surface px-3 py-4 lg:flex print:hidden">
          <div className="px-2">
            <BrandLink />
          </div>
          {!isLocked && (
            <div className="px-2">
              <LiveMark state={live} />
            </div>
          )}
          {!isLocked && <PaletteButton onOpen={palette.open} />}
          <div className="flex-1">{!isLocked && <ConsoleNav role={user.operator_role} />}</div>
          <ConsoleAccount user={user} />
        </aside>
        <div className="flex min-w-0 flex-col [--sticky-top:3.75rem] lg:[--sticky-top:0px]">
          <header
            data-top-bar
            className="sticky top-0 z-20 flex h-15 items-center gap-2 border-line border-b bg-surface px-2 lg:hidden print:hidden"
          >
            <IconButton
              label={t('console.nav.open')}
              icon={Menu}
              aria-haspopup="dialog"
              aria-expanded={isMenuOpen}
              onClick={() => setIsMenuOpen(true)}
            />
            <BrandLink />
            {!isLocked && (
              <div className="ml-auto flex min-w-0 items-center gap-1">
                <div className="min-w-0 overflow-clip">
                  <LiveMark state={live} />
                </div>
                <IconButton
                  label={t('palette.open')}
                  icon={Search}
                  aria-haspopup="dialog"
                  onClick={palette.open}
                />
              </div>
            )}
          </header>
          <OfflineBanner live={live} />
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[120rem] flex-1 px-4 py-6 outline-none sm:px-6 lg:py-8"
          >
            {!isLocked && <SectionTabs role={user.operator_role} />}
            <Page isLocked={isLocked} />
          </main>
        </div>
      </div>
      {!isLocked && palette.isWanted && (
        <Suspense fallback={null}>
          <Palette
            isOpen={palette.isOpen}
            onClose={palette.close}
            role={user.operator_role}
            takeTyped={palette.takeTyped}
          />
        </Suspense>
      )}
      {proof !== null && (
        <Suspense fallback={null}>
          <Proof key={proof.round} {...proof} />
        </Suspense>
      )}
      <Drawer isOpen={isMenuOpen} onClose={closeMenu} title={t('console.nav.label')}>
        <div className="flex min-h-full flex-col gap-6">
          <div className="flex-1">
            {!isLocked && <ConsoleNav role={user.operator_role} onGo={closeMenu} />}
          </div>
          <ConsoleAccount user={user} onGo={closeMenu} />
        </div>
      </Drawer>
    </OverlayProvider>
  );
}

const accountPath = '/admin/account';

function Page({ isLocked }: { isLocked: boolean }) {
  const { pathname } = useLocation();
  if (isLocked && pathname !== accountPath) return <Navigate to={accountPath} replace />;
  return <Outlet />;
}
