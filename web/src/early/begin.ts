import { chooseLanguage, type Language } from '../lib/language.ts';
import { readStored } from '../lib/storage.ts';
import { showInitialTheme } from '../lib/theme.ts';

/** What each page does before its first paint, so that none flashes in the wrong theme. */
export function begin(): Language {
  showInitialTheme();
  const language = chooseLanguage(readStored('language'));
  document.documentElement.lang = language;
  return language;
}
