/** The entry of the flashing page, which stands by itself: no log-in, no router, a window of its own. */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FirmwareFlashPage } from './features/firmware-flash/components/firmware-flash-page.tsx';
import { startI18n } from './lib/i18n.ts';
import { createQueryClient } from './lib/query-client.ts';
import th from './locales/th.json';

await startI18n({ th: () => th, en: async () => (await import('./locales/en.json')).default });

const root = document.getElementById('root');
if (!root) throw new Error('firmware-flash.html has no #root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <FirmwareFlashPage />
    </QueryClientProvider>
  </StrictMode>,
);
