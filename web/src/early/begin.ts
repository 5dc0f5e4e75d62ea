import { chooseLanguage, type Language } from '../lib/language.ts';
import { readStored } from '../lib/storage.ts';
import { showInitialTheme } from '../lib/theme.ts';
import { choosePicture } from '../show-rendered.ts';

/** What each page does before its first paint, so that none flashes in the wrong theme. */
export function begin(): Language {
  showInitialTheme();
  const language = chooseLanguage(readStored('language'));
  document.documentElement.lang = language;
  return language;
}

/** How long scripts wait for the first answer, which shares a slow line with them. */
const patienceMs = 1_000;

/** Asks for scripts once the first answer can be read or is too long in coming. @param written never fails */
export async function preloadAfter(written: Promise<void>, language: Language): Promise<void> {
  await Promise.race([written.then(painted), new Promise((over) => setTimeout(over, patienceMs))]);
  preloadScripts(language);
}

/** Asks for what the page's entry needs, and the page besides. */
export function preloadScripts(language: Language): void {
  const name = choosePicture(location.pathname);
  const own = document.getElementById(`${name}-${language}-scripts`);
  const links = own ?? document.getElementById('scripts');
  if (links instanceof HTMLTemplateElement) document.head.append(links.content);
}

function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}
