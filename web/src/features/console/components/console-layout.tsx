import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { CircleUser, LogOut, Menu, Search } from 'lucide-react';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import {
  BrandLink,
  LanguageSwitch,
  SkipLink,
  ThemeSwitch,
} from '../../../components/layout/site-controls.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { BusyBar, LiveMark, OfflineBanner } from '../../../components/ui/connection-marks.tsx';
import { Drawer } from '../../../components/ui/drawer.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { OverlayProvider } from '../../../components/ui/overlay-provider.tsx';
import { attentionQuery } from '../../../lib/console/attention-query.ts';
import { accountQuery } from '../../../lib/console/own-account.ts';
import { roleWords } from '../../../lib/console/role-words.ts';
import { useTitleAlert } from '../../../lib/document-title.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { logOut } from '../../../lib/log-out.ts';
import { type AdminUser, adminSession } from '../../../lib/session.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useConsoleLive } from '../live-feed.ts';
import { useAdminOnly } from '../use-admin-only.ts';
import { type ProofProps, useProof } from '../use-proof.ts';
import { ConsoleNav, SectionTabs } from './console-nav.tsx';
import type { PaletteProps } from './palette.tsx';
import { PaletteButton, usePalette } from './palette-button.tsx';

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

/** The foot of the sidebar: who is signed in and the way to their account, how the page looks and speaks, the way out. */
function ConsoleAccount({ user, onGo }: { user: AdminUser; onGo?: () => void }) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-col gap-2 border-line border-t px-1 pt-3">
      <Link
        to="/admin/account"
        onClick={onGo}
        className="flex min-h-11 items-center gap-2.5 rounded-sm px-2 text-sm transition hover:bg-raised aria-[current=page]:bg-raised"
      >
        <CircleUser aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="min-w-0">
          <span className="sr-only">{t('console.account.signed_in')} </span>
          <span className="block truncate font-semibold">
            {user.username || t('console.account.fallback')}
          </span>
          <span className="block truncate text-muted text-xs">
            {t(roleWords[user.operator_role])}
          </span>
        </span>
        <span className="ml-auto shrink-0 self-end pb-1 text-muted text-xs tabular-nums">
          {t('console.account.version_label')}
        </span>
      </Link>
      <div className="flex items-center gap-2 px-1">
        <LanguageSwitch />
        <ThemeSwitch />
        <IconButton
          look="secondary"
          label={t('console.account.log_out')}
          icon={LogOut}
          className="ml-auto"
          onClick={() => setIsAsking(true)}
        />
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('console.account.log_out_question')}
        description={t('console.account.log_out_text')}
        action={t('console.account.log_out')}
        onConfirm={async () => logOut(adminSession)}
      />
    </div>
  );
}

/** The tab says how many devices have no power. */
function useConsoleTitle({ isOff }: { isOff: boolean }): void {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery({ ...attentionQuery, enabled: !isOff });
  const count = data?.sites.mains_lost ?? 0;
  const number = formatNumber(count, language);
  useTitleAlert(count === 0 ? null : `${t('state.mains_lost.word')} (${number})`);
}

/** Keeps what the session says of its user as the server has it: an owner may have changed it since. */
function useOwnAccount(user: AdminUser): void {
  const { data: account } = useQuery(accountQuery);
  useEffect(() => {
    if (account === undefined) return;
    const { operator_role: role, must_set_second_factor: mustSet } = account;
    if (role === user.operator_role && mustSet === (user.must_set_second_factor ?? false)) return;
    const { must_set_second_factor: _, ...rest } = user;
    adminSession.replaceUser({
      ...rest,
      operator_role: role,
      ...(mustSet && { must_set_second_factor: mustSet }),
    });
  }, [account, user]);
}
