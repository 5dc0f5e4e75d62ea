import { createRootRoute, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SiteFooter } from '../components/layout/site-footer.tsx';
import { SiteHeader } from '../components/layout/site-header.tsx';
import { buttonClasses } from '../components/ui/button.tsx';

export const rootRoute = createRootRoute({ component: Root });

function Root() {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className={buttonClasses(
          'primary',
          'sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-3 focus:px-5',
        )}
      >
        {t('page.skip')}
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
