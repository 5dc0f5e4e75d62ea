/** What modules add to the portal, a line each. */
import type { PortalExtras } from '../lib/extras.ts';
import { areas } from './areas/in-portal.ts';
import { calendars } from './calendars/in-portal.ts';
import { home } from './home/in-portal.ts';
import { paper } from './paper/in-portal.ts';
import { reliability } from './reliability/in-portal.ts';

export const inPortal: readonly PortalExtras[] = [areas, calendars, home, paper, reliability];
