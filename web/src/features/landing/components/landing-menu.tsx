import { Menu } from 'lucide-react';
import { useId, useRef } from 'react';
import { LanguageSwitch } from '../../../components/layout/language-switch.tsx';
import { ThemeSwitch } from '../../../components/layout/theme-switch.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { anchors } from '../anchors.ts';
import { LogInLink } from './log-in-link.tsx';

/**
 * The links on a phone. The browser's own popover: it opens before any script is there, closes on
 * Escape and on a tap beside it, and gives the focus back.
 */
export function LandingMenu() {
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
