/**
 * Stands within the document of the console, named by its hash in the content-security policy, and runs before anything
 * else has come: it asks the first questions, puts the picture of the page in place, and writes the answer into it.
 */
import { begin, preloadAfter, showRendered } from './early/begin.ts';
import { showFirstAnswer } from './early/first-answer.ts';
import { showAttention } from './early/show-attention.ts';
import { lostParams } from './lib/console/list-params.ts';
import { startEarlyCalls } from './lib/early-calls.ts';
import { holdFonts } from './lib/late-fonts.ts';
import { keepSearch } from './lib/search-early.ts';
import { readStored } from './lib/storage.ts';

const tokenKey = 'authToken';
const params = Object.entries(lostParams).map(([name, value]) => [name, String(value)]);
const lost = `/api/devices?${new URLSearchParams(params)}`;
const isDashboard = /^\/admin\/dashboard\/?$/.test(location.pathname);

const language = begin();
if (location.pathname.startsWith('/admin')) {
  holdFonts();
  if (readStored(tokenKey) !== null) keepSearch();
}
if (isDashboard) startEarlyCalls(tokenKey, [lost, '/api/attention', '/api/dashboard/stats']);

/** Called once the pictures are there. */
Object.assign(globalThis, {
  faiwatchShow() {
    showRendered(language);
    const written = showFirstAnswer(
      { path: lost, tokenKey, place: '[data-attention]', parts: `attention-${language}` },
      (place, parts, answer: Parameters<typeof showAttention>[2]) =>
        showAttention(place, parts, answer, language),
    );
    void preloadAfter(written, language);
  },
});
