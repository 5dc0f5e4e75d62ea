/** What modules add to the portal, a line each. */
import type { PortalExtras } from '../lib/extras.ts';
import { reliability } from './reliability/in-portal.ts';

export const inPortal: readonly PortalExtras[] = [reliability];
