import { lazy } from 'react';
import type { PortalExtras } from '../../lib/extras.ts';

export const reliability: PortalExtras = {
  name: 'reliability',
  reportCards: [lazy(async () => ({ default: (await import('./portal-card.ts')).YearCard }))],
};
