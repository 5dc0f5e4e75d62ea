import type { PortalExtras } from '../../lib/extras.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

export const reliability: PortalExtras = {
  name: 'reliability',
  reportCards: [lazyPart('year-card', async () => (await import('./portal-card.ts')).YearCard)],
};
