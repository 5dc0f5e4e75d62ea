import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { BrandLink, LanguageSwitch, SkipLink, ThemeSwitch } from './site-controls.tsx';

/** Around pages for people who are not signed in: log-in, nothing here, something broke. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

function SiteHeader() {
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-3 px-4 py-3 sm:px-6">
      <BrandLink />
      <div className="flex items-center gap-2">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  );
}

function SiteFooter() {
  const { t } = useTranslation();
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-x-8 gap-y-1 px-4 py-8 text-muted text-sm sm:px-6">
        <p className="font-semibold text-text">FaiWatch</p>
        <p>{t('footer.promise')}</p>
        <a
          href="/privacy"
          className="-my-3 inline-flex min-h-11 items-center rounded-sm underline underline-offset-4 transition hover:text-text"
        >
          {t('footer.privacy')}
        </a>
      </div>
    </footer>
  );
}
