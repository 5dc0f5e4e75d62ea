/**
 * Runs before the first paint, as a small classic script of its own: the content-security policy
 * allows no inline one, and the application arrives too late to keep the wrong theme from flashing.
 */
import { chooseLanguage } from './lib/language.ts';
import { readStored } from './lib/storage.ts';
import { showInitialTheme } from './lib/theme.ts';
import { showRenderedEnglish } from './show-rendered-english.ts';

showInitialTheme();
const language = chooseLanguage(readStored('language'));
document.documentElement.lang = language;
// Once the document is there, and before any module runs.
if (language === 'en') document.addEventListener('readystatechange', showRenderedEnglish);
