/**
 * The entry of the front page. Its HTML is in the document already, in the visitor's language
 * (scripts/lib/prerender.tsx); this makes it work, and loads nothing the front page does not use.
 */
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { LandingPage } from './features/landing/landing-page.tsx';
import { startI18n } from './lib/i18n.ts';
import { keepOfflinePage } from './offline/keep-offline-page.ts';
import { pickTexts } from './pick-texts.ts' with { type: 'macro' };

// One task each, so that a slow phone answers a finger in between.
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

await nextTask();
await startI18n({
  th: () => pickTexts('th', 'landing'),
  en: async () => (await import('./landing-texts-en.ts')).default,
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

await nextTask();
// A transition is worked off in slices for the same reason.
startTransition(() => {
  hydrateRoot(root, <LandingPage />);
});
// Shown now, whatever it was that kept the English from taking its place; from here on the page itself
// changes its language.
delete root.dataset['language'];
keepOfflinePage();
