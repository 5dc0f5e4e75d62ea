import { lazy } from 'react';
import type { PortalExtras } from '../../lib/extras.ts';
import { hasCalendarsQuery } from './own-calendars.ts';

const parts = () => import('./portal-parts.ts');

export const calendars: PortalExtras = {
  name: 'calendars',
  plannedTimes: {
    isUsed: hasCalendarsQuery,
    Tools: lazy(async () => ({ default: (await parts()).PlannedTools })),
    Sources: lazy(async () => ({ default: (await parts()).OwnCalendars })),
  },
};
