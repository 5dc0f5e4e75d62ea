import type { ConsoleExtras } from '../../lib/extras.ts';
import { goingOnQuery } from './api/area-outages-query.ts';

export const areas = {
  name: 'areas',
  routes: [],
  sharedLosses: {
    goingOn: goingOnQuery,
    loadParts: async () => {
      const { AreaCards, AreaRows, AreaWallRow } = await import('./console-parts.ts');
      return { Cards: AreaCards, Rows: AreaRows, WallRow: AreaWallRow };
    },
  },
} satisfies ConsoleExtras & { routes: unknown };
