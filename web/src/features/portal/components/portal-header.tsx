import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '../../../components/layout/language-switch.tsx';
import { ThemeSwitch } from '../../../components/layout/theme-switch.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Logo } from '../../../components/ui/logo.tsx';
import { logOut } from '../../../lib/log-out.ts';
import { customerSession } from '../../../lib/session.ts';

/** The bar of the portal: home, language, theme, and the way out. */
export function PortalHeader() {
  const { t } = useTranslation();
  return (
    <header className="border-line border-b print:hidden">
      <div className="mx-auto flex w-full max-w-6xl items-center justify-between gap-3 px-4 py-3 sm:px-6">
        <a href="/" className="flex min-h-11 items-center gap-2.5 rounded-sm font-semibold text-lg">
          <Logo />
          <span className="max-sm:sr-only">FaiWatch</span>
        </a>
        <div className="flex items-center gap-2">
          <LanguageSwitch />
          <ThemeSwitch />
          <IconButton
            label={t('portal.logout')}
            icon={LogOut}
            look="secondary"
            onClick={() => logOut(customerSession)}
          />
        </div>
      </div>
    </header>
  );
}
