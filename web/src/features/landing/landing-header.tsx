import { Menu } from 'lucide-react';
import { useId, useRef, useSyncExternalStore } from 'react';
import { BrandLink, LanguageSwitch, ThemeSwitch } from '../../components/layout/site-controls.tsx';
import { buttonClasses } from '../../components/ui/button.tsx';
import { useTranslation } from '../../lib/i18n.ts';
import { readStored } from '../../lib/storage.ts';

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

/**
 * The links on a phone. The browser's own popover: it opens before any script is there, closes on
 * Escape and on a tap beside it, and gives the focus back.
 */
function LandingMenu() {
  const { t } = useTranslation();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const close = () => panel.current?.hidePopover?.();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={t('nav.menu')}
        className="grid size-11 shrink-0 place-items-center rounded-sm text-muted transition hover:bg-raised hover:text-text lg:hidden"
      >
        <Menu aria-hidden="true" className="size-5" />
      </button>
      <nav
        ref={panel}
        id={id}
        popover="auto"
        aria-label={t('nav.label')}
        className="fixed inset-x-3 top-17 bottom-auto w-auto rounded-lg border border-line bg-surface p-3 text-text shadow-float backdrop:bg-veil sm:left-auto sm:w-80 lg:hidden"
      >
        <ul>
          {anchors.map(({ id: anchor, name }) => (
            <li key={anchor}>
              <a
                href={`#${anchor}`}
                onClick={close}
                className="flex min-h-12 items-center rounded-sm px-3 font-semibold transition hover:bg-raised"
              >
                {t(name)}
              </a>
            </li>
          ))}
        </ul>
        <LogInLink look="primary" className="mt-2 w-full" />
        <div className="mt-3 flex items-center justify-between gap-2 border-line border-t pt-3 sm:hidden">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </nav>
    </>
  );
}

interface LogInLinkProps {
  look: 'primary' | 'secondary';
  className?: string;
}

const neverChanges = () => () => {};
const hasToken = () => readStored('customerToken') !== null;

/** To the log-in; for whoever is logged in already, to what is theirs. */
export function LogInLink({ look, className }: LogInLinkProps) {
  const { t } = useTranslation();
  const isLoggedIn = useSyncExternalStore(neverChanges, hasToken, () => false);
  return (
    <a
      href={isLoggedIn ? '/customer/dashboard' : '/customer'}
      className={buttonClasses(look, className)}
    >
      {t(isLoggedIn ? 'nav.my_sites' : 'nav.log_in')}
    </a>
  );
}

/** Where the navigation leads, in the order of the page; `id` is that of the section. */
export const anchors = [
  { id: 'features', name: 'nav.features' },
  { id: 'how-it-works', name: 'nav.how' },
  { id: 'pricing', name: 'nav.pricing' },
] as const;
