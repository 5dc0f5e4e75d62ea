import type { PortalExtras } from '../../lib/extras.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

export const areas: PortalExtras = {
  name: 'areas',
  Nearby: lazyPart('site-nearby', async () => (await import('./portal-parts.ts')).SiteNearby),
};
