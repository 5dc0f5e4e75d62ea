import { readStored } from './lib/storage.ts';
import { keepTyped } from './lib/typed-early.ts';

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
export function choosePicture(path: string): string {
  if (!path.startsWith('/admin')) {
    return readStored('customerToken') === null ? 'log-in' : 'dashboard';
  }
  if (readStored('authToken') === null) return 'console-log-in';
  // The other pages have no picture; their scripts are asked for as early.
  return path === '/admin/dashboard' ? 'console' : 'console-page';
}
