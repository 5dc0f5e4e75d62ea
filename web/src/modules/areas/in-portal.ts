import { lazy } from 'react';
import type { PortalExtras } from '../../lib/extras.ts';

export const areas: PortalExtras = {
  name: 'areas',
  Nearby: lazy(async () => ({ default: (await import('./portal-parts.ts')).SiteNearby })),
};
