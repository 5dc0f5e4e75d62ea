/**
 * Stands within the document of the portal, named by its hash in the content-security policy, and runs before anything
 * else has come: it asks the first questions, puts the picture of the page in place, and writes the answer into it.
 */

import type { portalStatsAnswerSchema } from '../../src/contract/devices/portal.ts';
import type { OutputOf } from '../../src/contract/shape.ts';
import { begin, preloadAfter, preloadScripts, showRendered } from './early/begin.ts';
import { sayFrom, showFirstAnswer } from './early/first-answer.ts';
import { showPower } from './early/show-power.ts';
import { greet } from './features/portal/greeting.ts';
import { startEarlyCalls } from './lib/early-calls.ts';
import { holdFonts } from './lib/late-fonts.ts';
import { readStored } from './lib/storage.ts';

const tokenKey = 'customerToken';
const stats = '/api/customer/stats';

const language = begin();
holdFonts();
startEarlyCalls(tokenKey, [stats, '/api/customer/timelines']);

/** Called once the pictures are there. */
Object.assign(globalThis, {
  faiwatchShow() {
    showRendered(language);
    greetStored();
    if (!isAboutPower(location)) return preloadScripts(language);
    const written = showFirstAnswer(
      { path: stats, tokenKey, place: '[data-power-now]', parts: `power-${language}` },
      (place, parts, { devices }: OutputOf<typeof portalStatsAnswerSchema>) =>
        showPower(place, parts, devices, language, Date.now()),
    );
    void preloadAfter(written, language);
  },
});

/** Whoever is logged in is known before any answer. */
function greetStored(): void {
  const heading = document.querySelector('main h1:empty');
  const parts = document.getElementById(`power-${language}`);
  if (!heading || !(parts instanceof HTMLTemplateElement)) return;
  try {
    const { name = '', phone = '' } = JSON.parse(readStored('customerUser') ?? '{}');
    heading.textContent = greet({ name: `${name}`, phone: `${phone}` }, sayFrom(parts, language));
  } catch {
    // An unreadable session is removed by the page.
  }
}

/** The address is of power now, at all sites. */
function isAboutPower({ pathname, search, hash }: Location): boolean {
  return /^\/customer(\/dashboard|\/sites)?\/?$/.test(pathname) && search === '' && hash === '';
}
