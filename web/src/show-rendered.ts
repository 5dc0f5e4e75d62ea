import { readStored } from './lib/storage.ts';
import { showRenderedEnglish } from './show-rendered-english.ts';

/**
 * The document of the portal brings a picture of the log-in and one of the dashboard, in each language,
 * none of which is shown by itself: the one that is about to be drawn takes its place.
 */
export function showRendered(language: string): void {
  const page = readStored('customerToken') === null ? 'log-in' : 'dashboard';
  const picture = document.getElementById(`${page}-${language}`);
  if (picture instanceof HTMLTemplateElement) {
    document.getElementById('root')?.replaceChildren(picture.content);
    document.title = picture.dataset['title'] ?? '';
  } else if (language === 'en') showRenderedEnglish();
}
