import type { PortalExtras } from '../../lib/extras.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

export const home: PortalExtras = {
  name: 'home',
  accountSections: [
    lazyPart('home', async () => (await import('./account-section.ts')).HomeAutomation),
  ],
};
