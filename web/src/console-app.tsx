/** The console, whose pages come when somebody goes there. */
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
import { createAppRouter } from './router.tsx';

/** Ends when the page of the address is drawn. */
export async function startConsole(element: HTMLElement): Promise<void> {
  addToConsole(inConsole);
  const router = createAppRouter();
  await Promise.all([
    startI18n({
      th: async () => (await import('./console-texts-th.ts')).default,
      en: async () => (await import('./console-texts-en.ts')).default,
    }),
    router.load(),
  ]);
  const queryClient = createQueryClient();
  await awaitEarly(() =>
    Promise.all([
      queryClient.prefetchQuery(devicesQuery(lostParams)),
      queryClient.prefetchQuery(attentionQuery),
    ]),
  );
  await settleFonts();
  createRoot(element).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  bringLateFonts((then) => router.subscribe('onResolved', then));
}
