/**
 * On a slow network fonts take a quarter of the bandwidth from the scripts, and the text moves when they
 * arrive. A page whose fonts are late uses the system's fonts. The late fonts are loaded in the
 * background and used from the next page on. A system without Thai letters would show boxes instead of
 * them, so there the page waits for its fonts.
 */

/** A stylesheet that took longer came neither from a cache nor from a server nearby. */
const slowMs = 200;
/** How long loading is put off, so that the page's own later requests come first. */
const restMs = 2_000;
/** How long a page waits for fonts that it cannot do without. */
const waitMs = 3_000;
/** How long a page on a fast network waits for fonts that are on their way. */
const shortWaitMs = 150;

/** Runs before the stylesheet, which names the fonts: they are requested if it came quickly. */
export function holdFonts(): void {
  skip();
  document.addEventListener(
    'load',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      const fetched = performance.getEntriesByName(target.href);
      if (fetched.every(({ duration }) => duration <= slowMs)) {
        delete document.documentElement.dataset['fonts'];
      }
    },
    // A load does not bubble.
    { capture: true },
  );
}

/** Runs before the page replaces its rendered picture. */
export async function settleFonts(): Promise<void> {
  const { dataset } = document.documentElement;
  if (dataset['fonts'] === undefined) {
    if (document.fonts.status === 'loading') await within(shortWaitMs, document.fonts.ready);
    if (document.fonts.status !== 'loading') return;
  }
  if (hasThaiLetters()) return skip();
  delete dataset['fonts'];
  await within(waitMs, loadFonts());
}

/** All of it for a page that the server has made: the next one has the fonts. Runs before its stylesheet. */
export function holdFontsOfPage(): void {
  holdFonts();
  document.addEventListener('DOMContentLoaded', async () => {
    await settleFonts();
    bringLateFonts(() => {});
  });
}

async function within(ms: number, done: Promise<unknown>): Promise<void> {
  await Promise.race([done, new Promise((over) => setTimeout(over, ms))]);
}

function skip(): void {
  document.documentElement.dataset['fonts'] = 'later';
}

/** Boxes for letters that no font has are all of one width. */
function hasThaiLetters(): boolean {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return true;
  context.font = '100px sans-serif';
  const widthOf = (letter: string) => context.measureText(letter).width;
  // A letter, and a place in the block of Thai that has none.
  return widthOf('\u0e01') !== widthOf('\u0e3b');
}

/** A font that fails to load is asked for by the next visit. */
async function loadFonts(): Promise<void> {
  const faces = [400, 600].map((weight) => `${weight} 1em "IBM Plex Sans Thai"`);
  // One Latin and one Thai letter: a file each.
  await Promise.all(faces.map((face) => document.fonts.load(face, 'a\u0e01'))).catch(() => {});
}

/**
 * @param onNextPage calls back when another page stands in place of this one and is not painted yet: before that, the
 *   browser would lay out the page that goes once more
 */
export function bringLateFonts(onNextPage: (then: () => void) => void): void {
  const { dataset } = document.documentElement;
  if (dataset['fonts'] === undefined) return;
  setTimeout(async () => {
    await loadFonts();
    onNextPage(() => delete dataset['fonts']);
  }, restMs);
}
