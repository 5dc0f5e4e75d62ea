/** Runs before the first paint of the pages that stand for themselves, as a small classic script of its own. */
import { begin } from './early/begin.ts';

// Once the document is there, and before any module runs.
if (begin() === 'en') {
  document.addEventListener('readystatechange', () => showRenderedEnglish(), { once: true });
}

/**
 * A page that was rendered at build time holds both languages: Thai in the page, English in a template,
 * which here takes the place of the Thai. Nobody sees the change: for a reader of English the
 * stylesheet hides the Thai.
 */
function showRenderedEnglish(): void {
  const root = document.getElementById('root');
  const english = document.getElementById('in-english');
  if (!root || !(english instanceof HTMLTemplateElement)) return;
  const { title = '', description = '' } = english.dataset;
  root.replaceChildren(english.content);
  root.dataset['language'] = 'en';
  english.remove();
  document.title = title;
  document.querySelector('meta[name="description"]')?.setAttribute('content', description);
}
