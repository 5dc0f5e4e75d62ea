import { Link } from '@tanstack/react-router';
import { Bell, ChartColumn, House, type LucideIcon, Plug } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';

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
export function PortalTabs() {
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
