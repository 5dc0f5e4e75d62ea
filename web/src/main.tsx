/**
 * The entry of the console. Its document comes with a picture of the page that is about to stand there
 * (scripts/lib/prerender.tsx), which goes only when that page is ready to be drawn.
 */
import { startConsole } from './console-app.tsx';
import { keepOfflinePage } from './offline/keep-offline-page.ts';

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');

await startConsole(root);
keepOfflinePage();
