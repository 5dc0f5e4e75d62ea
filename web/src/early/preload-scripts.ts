import type { Language } from '../lib/language.ts';
import { choosePicture } from '../show-rendered.ts';

/** How long scripts wait for the first answer, which shares a slow line with them. */
const patienceMs = 1_000;

/**
 * Asks for what the page's entry needs, and the page besides, once the first answer can be read or is too long in coming.
 * @param written ends when the answer was written into the picture, or cannot be; never fails
 */
export async function preloadScripts(language: Language, written: Promise<void>): Promise<void> {
  await Promise.race([written.then(painted), new Promise((over) => setTimeout(over, patienceMs))]);
  const name = choosePicture(location.pathname);
  const own = document.getElementById(`${name}-${language}-scripts`);
  const links = own ?? document.getElementById('scripts');
  if (links instanceof HTMLTemplateElement) document.head.append(links.content);
}

function painted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}
