import { useTranslation } from 'react-i18next';
import { chooseLanguage, type Language } from './language.ts';

/** The language shown now; the component renders again when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return chooseLanguage(i18n.language);
}
