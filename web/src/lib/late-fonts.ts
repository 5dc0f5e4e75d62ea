/**
 * On a slow network fonts take a quarter of the bandwidth from the scripts, and the text moves when they
 * arrive. A page whose fonts are late uses the system's fonts. The late fonts are loaded in the
 * background and used from the next page on.
 */

/** A stylesheet that took longer came neither from a cache nor from a server nearby. */
const slowMs = 200;
/** The page's own later requests come first. */
const restMs = 2_000;

/** Runs before any font is requested. */
export function skipSlowFonts(): void {
  if (performance.getEntriesByType('resource').some(({ duration }) => duration > slowMs)) skip();
}

/** Runs before the page replaces its rendered picture. */
export function skipLateFonts(): void {
  if (document.fonts.status === 'loading') skip();
}

function skip(): void {
  document.documentElement.dataset['fonts'] = 'later';
}

/** @param onNextPage calls back when another page is about to be drawn */
export function bringLateFonts(onNextPage: (then: () => void) => void): void {
  const { dataset } = document.documentElement;
  if (dataset['fonts'] === undefined) return;
  setTimeout(async () => {
    const faces = [400, 600].map((weight) => `${weight} 1em "IBM Plex Sans Thai"`);
    // One Latin and one Thai letter: a file each. A font that fails to load is asked for by the next visit.
    await Promise.all(faces.map((face) => document.fonts.load(face, 'a\u0e01'))).catch(() => {});
    onNextPage(() => delete dataset['fonts']);
  }, restMs);
}
