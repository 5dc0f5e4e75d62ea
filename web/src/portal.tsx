/**
 * The entry of the portal. Its document comes with a picture of the page that is about to stand there
 * (scripts/lib/prerender.tsx), which goes only when that page is ready to be drawn. The log-in is here; all that is
 * behind it comes when somebody is in, or about to be.
 */
import { createRoot } from 'react-dom/client';
import { keepOfflinePage } from './offline/keep-offline-page.ts';
import { isLogInEnough, startLogIn } from './portal-log-in.tsx';

const element = document.getElementById('root');
if (!element) throw new Error('portal.html has no #root');

const root = createRoot(element);
if (isLogInEnough()) await startLogIn(root);
else await (await import('./portal-app.tsx')).startPortal(root);
keepOfflinePage();
