import { Moon, Sun } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { setLanguage, useTranslation } from '../../lib/i18n.ts';
import { type Language, languages } from '../../lib/language.ts';
import { setTheme } from '../../lib/theme.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { useTheme } from '../../lib/use-theme.ts';
import { buttonClasses } from '../ui/button.tsx';

/** The product's name, leading home. A plain link: the front page is a document of its own. */
export function BrandLink() {
  return (
    <a href="/" className="flex min-h-11 items-center gap-2.5 rounded-sm font-semibold text-lg">
      <Logo />
      FaiWatch
    </a>
  );
}

/** The bolt in its tile, as in the tab icon. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" className="size-9 shrink-0" aria-hidden="true">
      <rect width="31" height="31" x="0.5" y="0.5" rx="8" className="fill-surface stroke-line" />
      <path d="M18.2 4.5 8 18h6.6l-1.3 9.5L24 13.6h-6.8z" className="fill-accent" />
    </svg>
  );
}

/** The first thing the Tab key reaches; leads past the navigation to `#main`. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#main"
      className={buttonClasses(
        'primary',
        'sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:px-5',
      )}
    >
      {t('page.skip')}
    </a>
  );
}

/** Each language by its own name, so that nobody has to read the other one to find theirs. */
const names: Record<Language, { short: string; full: string }> = {
  th: { short: 'ไทย', full: 'ภาษาไทย' },
  en: { short: 'EN', full: 'English' },
};

export function LanguageSwitch() {
  const { t } = useTranslation();
  const shown = useLanguage();
  return (
    <fieldset className="flex h-11 shrink-0 items-stretch rounded-sm ring-1 ring-line ring-inset">
      <legend className="sr-only">{t('language.label')}</legend>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          title={names[language].full}
          aria-pressed={language === shown}
          onClick={() => void setLanguage(language)}
          className={classNames(
            'min-w-11 rounded-sm px-2 text-sm transition',
            language === shown
              ? 'bg-raised font-semibold text-text ring-1 ring-line ring-inset'
              : 'text-muted hover:text-text',
          )}
        >
          {names[language].short}
        </button>
      ))}
    </fieldset>
  );
}

/**
 * Shows what it switches to. Which picture that is the stylesheet decides, from the theme of the page:
 * where the page was rendered at build time, the script learns of a saved theme only later.
 */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const isDark = useTheme() === 'dark';
  const label = isDark ? t('theme.to_light') : t('theme.to_dark');
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
      className="grid size-11 shrink-0 place-items-center rounded-sm border border-line text-muted transition hover:bg-raised hover:text-text"
    >
      <Sun aria-hidden="true" className="size-5 in-data-[theme=light]:hidden" />
      <Moon aria-hidden="true" className="hidden size-5 in-data-[theme=light]:block" />
    </button>
  );
}
