import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from './lib/i18n.ts';
import { createQueryClient } from './lib/query-client.ts';
import th from './locales/th.json';
import { keepOfflinePage } from './offline/keep-offline-page.ts';
import { createAppRouter } from './router.tsx';

await startI18n({ th: () => th, en: async () => (await import('./locales/en.json')).default });

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');

const queryClient = createQueryClient();

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createAppRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
keepOfflinePage();
