/** The portal with all its pages, of which the others come when somebody goes there. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { statsQuery } from './features/portal/portal-stats.ts';
import { awaitEarly } from './lib/early-calls.ts';
import { addToPortal } from './lib/extras.ts';
import { startI18n } from './lib/i18n.ts';
import { bringLateFonts, settleFonts } from './lib/late-fonts.ts';
import { createQueryClient } from './lib/query-client.ts';
import { inPortal } from './modules/in-portal.ts';
import { addMoreTexts } from './portal-more-texts.ts';
import { createPortalRouter } from './portal-router.tsx';

/** Ends when the page of the address is drawn. */
export async function startPortal(root: Root): Promise<void> {
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
  const queryClient = createQueryClient();
  await awaitEarly(() => queryClient.prefetchQuery(statsQuery));
  await settleFonts();
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  // Beside the script that needs them, which says so if they do not come.
  addMoreTexts().catch(() => {});
  bringLateFonts((then) => router.subscribe('onResolved', then));
}
