import type { PortalExtras } from '../../lib/extras.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { hasCalendarsQuery } from './own-calendars.ts';

const parts = () => import('./portal-parts.ts');

export const calendars: PortalExtras = {
  name: 'calendars',
  plannedTimes: {
    isUsed: hasCalendarsQuery,
    Tools: lazyPart('planned-tools', async () => (await parts()).PlannedTools),
    Sources: lazyPart('own-calendars', async () => (await parts()).OwnCalendars),
  },
};
