import { lazy } from 'react';
import type { PortalExtras } from '../../lib/extras.ts';

export const home: PortalExtras = {
  name: 'home',
  accountSections: [
    lazy(async () => ({ default: (await import('./account-section.ts')).HomeAutomation })),
  ],
};
