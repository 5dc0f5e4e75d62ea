/** What modules add to the portal, a line each. */
import type { PortalExtras } from '../lib/extras.ts';
import { calendars } from './calendars/in-portal.ts';
import { home } from './home/in-portal.ts';
import { paper } from './paper/in-portal.ts';
import { reliability } from './reliability/in-portal.ts';

export const inPortal: readonly PortalExtras[] = [calendars, home, paper, reliability];
