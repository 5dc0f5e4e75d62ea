import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { setTheme } from '../../lib/theme.ts';
import { useTheme } from '../../lib/use-theme.ts';

export function ThemeSwitch() {
  const { t } = useTranslation();
  const isDark = useTheme() === 'dark';
  const Icon = isDark ? Sun : Moon;
  return (
    <button
      type="button"
      aria-label={isDark ? t('theme.to_light') : t('theme.to_dark')}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
      className="grid size-11.5 place-items-center rounded-sm border border-line text-muted transition hover:bg-raised hover:text-text"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}
