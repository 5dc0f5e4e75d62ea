import { useTranslation } from './i18n.ts';
import type { Language } from './language.ts';

/** The language shown now; the component renders again when it changes. */
export function useLanguage(): Language {
  return useTranslation().language;
}
