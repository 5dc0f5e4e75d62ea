/**
 * Runs before the first paint, as a small classic script of its own: the content-security policy
 * allows no inline one, and the application arrives too late to keep the wrong theme from flashing.
 */
import { startEarlyCalls } from './lib/early-calls.ts';
import { chooseLanguage } from './lib/language.ts';
import { skipSlowFonts } from './lib/late-fonts.ts';
import { readStored } from './lib/storage.ts';
import { showInitialTheme } from './lib/theme.ts';
import { showRendered } from './show-rendered.ts';

showInitialTheme();
const language = chooseLanguage(readStored('language'));
document.documentElement.lang = language;
// Once the document is there, and before any module runs.
document.addEventListener('readystatechange', () => showRendered(language), { once: true });
if (location.pathname.startsWith('/admin')) skipSlowFonts();
if (location.pathname.startsWith('/customer')) {
  skipSlowFonts();
  startEarlyCalls();
}
