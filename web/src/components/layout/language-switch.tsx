import { classNames } from '../../lib/class-names.ts';
import { setLanguage, useTranslation } from '../../lib/i18n.ts';
import { type Language, languages } from '../../lib/language.ts';
import { useLanguage } from '../../lib/use-language.ts';

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
