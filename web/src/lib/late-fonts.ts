/**
 * Fonts that come late move what is written, and on a slow network they take a quarter of it from the
 * scripts. A visit for which they are late keeps the letters of the system.
 */

/** Limit from the first byte of the document until its stylesheet and first script have loaded. */
const slowMs = 200;

/** Runs before any font is requested. */
export function skipSlowFonts(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit && performance.now() - visit.responseStart > slowMs) doWithoutFonts();
}

/** Runs before the page replaces its rendered picture. */
export function skipLateFonts(): void {
  if (document.fonts.status === 'loading') doWithoutFonts();
}

function doWithoutFonts(): void {
  document.documentElement.dataset['fonts'] = 'none';
}
