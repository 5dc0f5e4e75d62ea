import { useTranslation } from '../../lib/i18n.ts';
import { buttonClasses } from '../ui/button.tsx';

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
