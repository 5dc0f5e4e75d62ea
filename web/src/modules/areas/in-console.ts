import { lazy } from 'react';
import type { ConsoleExtras } from '../../lib/extras.ts';
import { goingOnQuery } from './api/area-outages-query.ts';

const parts = () => import('./console-parts.ts');

export const areas = {
  name: 'areas',
  routes: [],
  sharedLosses: {
    goingOn: goingOnQuery,
    Cards: lazy(async () => ({ default: (await parts()).AreaCards })),
    Rows: lazy(async () => ({ default: (await parts()).AreaRows })),
    WallRow: lazy(async () => ({ default: (await parts()).AreaWallRow })),
  },
} satisfies ConsoleExtras & { routes: unknown };
