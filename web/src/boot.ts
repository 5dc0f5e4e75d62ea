/** Runs before the first paint of the pages that stand for themselves, as a small classic script of its own. */
import { begin } from './early/begin.ts';
import { showRenderedEnglish } from './show-rendered-english.ts';

// Once the document is there, and before any module runs.
if (begin() === 'en') {
  document.addEventListener('readystatechange', () => showRenderedEnglish(), { once: true });
}
