/** The entry of the flashing page, which stands by itself: no log-in, no router, a window of its own. */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FirmwareFlashPage } from './features/firmware-flash/firmware-flash-page.tsx';
import { startI18n } from './lib/i18n.ts';
import { createQueryClient } from './lib/query-client.ts';
import { pickTexts } from './pick-texts.ts' with { type: 'macro' };

await startI18n({
  th: () => pickTexts('th', 'flashing'),
  en: async () => (await import('./flashing-texts-en.ts')).default,
});

const root = document.getElementById('root');
if (!root) throw new Error('firmware-flash.html has no #root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <FirmwareFlashPage />
    </QueryClientProvider>
  </StrictMode>,
);
