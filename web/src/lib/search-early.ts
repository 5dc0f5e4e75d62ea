/**
 * The search of the console, asked for by its key while there is only a picture of the page (boot-console.ts). Without
 * this the key would be lost, or the browser's own.
 */

interface SearchEarly {
  /** What was typed since. Null: nobody asked for the search. */
  typed: string | null;
  readonly end: AbortController;
}

const place = globalThis as { faiwatchSearch?: SearchEarly };

/** What somebody may be writing into, as a selector. */
export const writable = 'input, textarea, select, [contenteditable]';

/** Ctrl-K or ⌘K anywhere, and `/` where nobody writes. */
export function asksForSearch(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === 'k';
  const isWriting = event.target instanceof Element && event.target.closest(writable) !== null;
  return event.key === '/' && !isWriting;
}

/** Whether a key writes a character. */
export function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}

/** Takes note of the key, and of what follows it, until `takeSearch`. */
export function keepSearch(): void {
  const search: SearchEarly = { typed: null, end: new AbortController() };
  place.faiwatchSearch = search;
  const keep = (event: KeyboardEvent) => {
    if (search.typed !== null && isLetter(event)) search.typed += event.key;
    else if (asksForSearch(event)) search.typed ??= '';
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', keep, { signal: search.end.signal });
}

/** What was typed into the search before it was there, once. Null: nobody asked for it. */
export function takeSearch(): string | null {
  const search = place.faiwatchSearch;
  delete place.faiwatchSearch;
  search?.end.abort();
  return search?.typed ?? null;
}
