import { Moon, Sun } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { setTheme } from '../../lib/theme.ts';
import { useTheme } from '../../lib/use-theme.ts';

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
