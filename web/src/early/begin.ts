import { chooseLanguage, type Language } from '../lib/language.ts';
import { readStored } from '../lib/storage.ts';
import { showInitialTheme } from '../lib/theme.ts';
import { keepTyped } from '../lib/typed-early.ts';

/** What each page does before its first paint, so that none flashes in the wrong theme. */
export function begin(): Language {
  showInitialTheme();
  const language = chooseLanguage(readStored('language'));
  document.documentElement.lang = language;
  return language;
}

/** How long scripts wait for the first answer, which shares a slow line with them. */
const patienceMs = 1_000;

/**
 * Asks for scripts once the first answer can be read or is too long in coming. The line is not idle until then: the largest
 * script is named in the document. @param written never fails
 */
export async function preloadAfter(written: Promise<void>, language: Language): Promise<void> {
  await Promise.race([written.then(painted), new Promise((over) => setTimeout(over, patienceMs))]);
  preloadScripts(language);
}

/** Asks for what the page's entry needs, and the page besides. */
export function preloadScripts(language: Language): void {
  const name = choosePicture(location.pathname);
  const links = document.getElementById(`${name}-${language}-scripts`);
  if (links instanceof HTMLTemplateElement) document.head.append(links.content);
}

function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

/**
 * The documents of the portal and the console bring a picture of their log-in and one of their
 * dashboard, in each language, none of which is shown by itself: the one that is about to be drawn takes
 * its place.
 */
export function showRendered(language: string): void {
  const name = choosePicture(location.pathname);
  const picture = document.getElementById(`${name}-${language}`);
  if (picture instanceof HTMLTemplateElement) {
    if (name.endsWith('log-in')) keepTyped();
    document.getElementById('root')?.replaceChildren(picture.content);
    document.title = picture.dataset['title'] ?? document.title;
  }
}

/** The page that is about to stand there. */
function choosePicture(path: string): string {
  if (!path.startsWith('/admin')) {
    return readStored('customerToken') === null ? 'log-in' : 'dashboard';
  }
  if (readStored('authToken') === null) return 'console-log-in';
  // The other pages have no picture; their scripts are asked for as early.
  return path === '/admin/dashboard' ? 'console' : 'console-page';
}
