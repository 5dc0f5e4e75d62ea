import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { Bell, ChartColumn, House, LogOut, type LucideIcon, Plug, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import {
  LanguageSwitch,
  Logo,
  SkipLink,
  ThemeSwitch,
} from '../../../components/layout/site-controls.tsx';
import { BusyBar, LiveMark, OfflineBanner } from '../../../components/ui/connection-marks.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { clearDeviceSetup } from '../../../lib/device-setup.ts';
import { useTitleAlert } from '../../../lib/document-title.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { logOut } from '../../../lib/log-out.ts';
import { customerSession } from '../../../lib/session.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import { useChatNews } from '../messenger-links.ts';
import { usePortalLive } from '../portal-live.ts';
import { statsQuery } from '../portal-stats.ts';
import { describeSite } from '../site-state.ts';

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

/** The bar of the portal: home, language, theme, account, and the way out. */
function PortalHeader() {
  const { t } = useTranslation();
  return (
    <header className="border-line border-b print:hidden">
      <div className="mx-auto flex w-full max-w-6xl items-center gap-2 px-4 py-3 sm:px-6">
        <a href="/" className="flex min-h-11 items-center gap-2.5 rounded-sm font-semibold text-lg">
          <Logo />
          <span className="max-sm:sr-only">FaiWatch</span>
        </a>
        <span className="mr-auto" />
        <LanguageSwitch />
        <ThemeSwitch />
        <Link
          to="/customer/account"
          aria-label={t('portal.nav.account')}
          title={t('portal.nav.account')}
          className="grid size-11 shrink-0 place-items-center rounded-sm border border-line bg-surface text-muted transition hover:border-strong hover:bg-raised hover:text-text aria-[current=page]:border-strong aria-[current=page]:text-accent-text"
        >
          <UserRound aria-hidden="true" className="size-4.5" />
        </Link>
        <IconButton
          label={t('portal.logout')}
          icon={LogOut}
          look="secondary"
          onClick={() => logOut(customerSession)}
        />
      </div>
    </header>
  );
}

interface Tab {
  to: '/customer/dashboard' | `/customer/${'report' | 'devices' | 'alerts'}`;
  icon: LucideIcon;
  word: 'portal.title' | 'devices.title' | `portal.nav.${'report' | 'alerts'}`;
}

const tabs: readonly Tab[] = [
  { to: '/customer/dashboard', icon: House, word: 'portal.title' },
  { to: '/customer/report', icon: ChartColumn, word: 'portal.nav.report' },
  { to: '/customer/devices', icon: Plug, word: 'devices.title' },
  { to: '/customer/alerts', icon: Bell, word: 'portal.nav.alerts' },
];

/** The pages of the portal: below the bar on a desktop, at the bottom on a phone. */
function PortalTabs() {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('portal.nav.label')}
      data-bottom-bar
      className="z-30 border-line max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:border-t max-sm:bg-surface max-sm:pb-[env(safe-area-inset-bottom)] sm:border-b print:hidden"
    >
      <ul className="mx-auto flex w-full max-w-6xl max-sm:justify-between sm:gap-1 sm:px-4">
        {tabs.map(({ to, icon: Icon, word }) => (
          <li key={to} className="max-sm:min-w-0 max-sm:flex-1">
            <Link
              to={to}
              className="flex items-center gap-2 border-transparent border-b-2 font-semibold text-muted text-sm transition hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text max-sm:h-16 max-sm:flex-col max-sm:justify-center max-sm:gap-0.5 max-sm:border-t-2 max-sm:border-b-0 max-sm:px-0.5 max-sm:text-[0.6875rem] max-sm:leading-snug sm:min-h-12 sm:px-3"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0 sm:size-4" />
              <span className="max-w-full max-sm:truncate">{t(word)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const alarming = ['mains_lost', 'contact_lost'] as const;

/** The tab says at how many sites power is gone; where it is at none, from how many nothing is heard. */
function usePortalTitle(): void {
  const { t } = useTranslation();
  const language = useLanguage();
  // Also refreshed once a minute, for a hidden tab without a stream.
  const { data } = useQuery({ ...statsQuery, refetchIntervalInBackground: true });
  const powers = data?.devices.map((device) => describeSite(device).power) ?? [];
  const worst = alarming.find((power) => powers.includes(power));
  const count = powers.filter((power) => power === worst).length;
  useTitleAlert(
    worst === undefined ? null : `${t(`state.${worst}.word`)} (${formatNumber(count, language)})`,
  );
}
