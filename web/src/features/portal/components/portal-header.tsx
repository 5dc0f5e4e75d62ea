import { Link } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import { LanguageSwitch } from '../../../components/layout/language-switch.tsx';
import { ThemeSwitch } from '../../../components/layout/theme-switch.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Logo } from '../../../components/ui/logo.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { logOut } from '../../../lib/log-out.ts';
import { customerSession } from '../../../lib/session.ts';

/** The bar of the portal: home, language, theme, account, and the way out. */
export function PortalHeader() {
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
