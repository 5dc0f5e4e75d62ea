import { BrandLink } from '../../../components/layout/brand-link.tsx';
import { LanguageSwitch } from '../../../components/layout/language-switch.tsx';
import { ThemeSwitch } from '../../../components/layout/theme-switch.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { anchors } from '../anchors.ts';
import { LandingMenu } from './landing-menu.tsx';
import { LogInLink } from './log-in-link.tsx';

/** Stays at the top. Where there is no room for the links, they are in a menu. */
export function LandingHeader() {
  const { t } = useTranslation();
  return (
    <header className="sticky top-0 z-30 border-line/60 border-b bg-ground/85 backdrop-blur-md">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-2 px-4 sm:px-6">
        <BrandLink />
        <nav aria-label={t('nav.label')} className="ml-6 hidden gap-1 lg:flex">
          {anchors.map(({ id, name }) => (
            <a
              key={id}
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-sm px-3.5 text-muted text-sm transition hover:bg-raised hover:text-text"
            >
              {t(name)}
            </a>
          ))}
        </nav>
        <div className="ml-auto hidden items-center gap-2 sm:flex">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <LogInLink look="secondary" className="ml-auto sm:ml-0" />
        <LandingMenu />
      </div>
    </header>
  );
}
