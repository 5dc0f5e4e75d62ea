/**
 * The entry of the portal. Its document comes with a picture of the page that is about to stand there
 * (scripts/lib/prerender.tsx), which goes only when that page is ready to be drawn.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { statsQuery } from './features/portal/api/get-stats.ts';
import { awaitEarly } from './lib/early-calls.ts';
import { addToPortal } from './lib/extras.ts';
import { startI18n } from './lib/i18n.ts';
import { bringLateFonts, settleFonts } from './lib/late-fonts.ts';
import { createQueryClient } from './lib/query-client.ts';
import { inPortal } from './modules/in-portal.ts';
import { keepOfflinePage } from './offline/keep-offline-page.ts';
import { createPortalRouter } from './portal-router.tsx';

addToPortal(inPortal);
const router = createPortalRouter();
await Promise.all([
  // The rendered picture has requested its own fonts.
  startI18n({
    th: async () => (await import('./portal-texts-th.ts')).default,
    en: async () => (await import('./portal-texts-en.ts')).default,
  }),
  router.load(),
]);

const root = document.getElementById('root');
if (!root) throw new Error('portal.html has no #root');

const queryClient = createQueryClient();
await awaitEarly(() => queryClient.prefetchQuery(statsQuery));
await settleFonts();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
bringLateFonts((then) => router.subscribe('onBeforeLoad', then));
keepOfflinePage();
