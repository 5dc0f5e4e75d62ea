/**
 * The entry of the console. Its document comes with a picture of the page that is about to stand there
 * (scripts/lib/prerender.tsx), which goes only when that page is ready to be drawn.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { attentionQuery } from './lib/console/attention-query.ts';
import { devicesQuery } from './lib/console/devices-query.ts';
import { lostParams } from './lib/console/list-params.ts';
import { awaitEarly } from './lib/early-calls.ts';
import { addToConsole } from './lib/extras.ts';
import { startI18n } from './lib/i18n.ts';
import { bringLateFonts, settleFonts } from './lib/late-fonts.ts';
import { createQueryClient } from './lib/query-client.ts';
import { inConsole } from './modules/in-console.ts';
import { keepOfflinePage } from './offline/keep-offline-page.ts';
import { createAppRouter } from './router.tsx';

addToConsole(inConsole);
const router = createAppRouter();
await Promise.all([
  startI18n({
    th: async () => (await import('./console-texts-th.ts')).default,
    en: async () => (await import('./console-texts-en.ts')).default,
  }),
  router.load(),
]);

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');

const queryClient = createQueryClient();
await awaitEarly(() =>
  Promise.all([
    queryClient.prefetchQuery(devicesQuery(lostParams)),
    queryClient.prefetchQuery(attentionQuery),
  ]),
);
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
