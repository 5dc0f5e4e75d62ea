import { readStored, writeStored } from './storage.ts';

/** The values of `data-theme` and of the stored `theme`. */
export type Theme = 'dark' | 'light';

/** The value of a token of the stylesheet: `--map-water`. */
export type ReadColour = (token: `--${string}`) => string;

const listeners = new Set<() => void>();

/**
 * The theme a visit starts with: the saved one; otherwise the system's in the admin console, on the public page
 * and in the reference of the API, and dark everywhere else.
 */
export function chooseInitialTheme(
  saved: string | null,
  path: string,
  systemPrefersDark: boolean,
): Theme {
  if (saved === 'dark' || saved === 'light') return saved;
  if (/^\/(admin|status|api)(\/|$)/.test(path)) return systemPrefersDark ? 'dark' : 'light';
  return 'dark';
}

/** Puts the theme on the page, the browser's own bars included; does not save it. */
function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  // Read from the stylesheet, so that the colour is defined in one place only.
  const ground = readShownColour('--ground');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
}

/** Called before the first paint, so that no page flashes in the wrong theme. */
export function showInitialTheme(): void {
  const systemPrefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = chooseInitialTheme(readStored('theme'), location.pathname, systemPrefersDark);
  // Pages come dark. To ask for a colour now would have all styles worked out before there is a page.
  if (theme !== readShownTheme()) showTheme(theme);
}

/** Shows and saves the theme, and tells every control that shows it. */
export function setTheme(theme: Theme): void {
  showTheme(theme);
  writeStored('theme', theme);
  for (const listener of listeners) listener();
}

/** Calls back after every `setTheme`; returns how to stop. */
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readShownTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark';
}

/** The colour in the theme shown now. */
export const readShownColour: ReadColour = (token) =>
  getComputedStyle(document.documentElement).getPropertyValue(token).trim();
