import type { PortalDevice } from '../../../../src/contract/devices/portal.ts';
import { describeSite, isAcknowledged } from './site-state.ts';

/** Up to here each site has a card of its own. */
export const mostCards = 3;
/** Up to here a list is seen at a glance, and needs neither search nor order. */
export const longFrom = 8;
/** So many rows are seen at a glance. */
const fewRows = 10;
/** Two fewer are no reason for a press. */
const allRows = 12;
/** A screen or two of rows. */
const mostRows = 25;

/** What a list of many sites can be narrowed to; the first is the default. On the dashboard none is a filter of events, too. */
export const siteFilters = ['all', 'attention', 'mains', 'silent', 'on', 'untold'] as const;
type SiteFilter = (typeof siteFilters)[number];

/** @param given what stands in the address, which anybody may have typed */
export function readSiteFilter(given: unknown): SiteFilter {
  return siteFilters.find((filter) => filter === given) ?? siteFilters[0];
}

/** Something is wrong there: there is no power, or nobody knows, or it was never heard. */
export function isInTrouble(device: PortalDevice): boolean {
  return describeSite(device).power !== 'up';
}

/**
 * How many of these sites the dashboard lists: those in trouble, and a few more. The others are a search, a filter or a
 * press away.
 */
export function countListed(devices: readonly PortalDevice[]): number {
  if (devices.length <= allRows) return devices.length;
  return Math.min(mostRows, Math.max(fewRows, devices.filter(isInTrouble).length));
}

/** Something is wrong there, and nobody has acknowledged it. */
export function needsAttention(device: PortalDevice): boolean {
  return isInTrouble(device) && !isAcknowledged(device);
}

/** Nobody would be told of an outage there, although nobody muted it. */
export function isUntold({ alerts }: Pick<PortalDevice, 'alerts'>): boolean {
  return alerts !== 'on' && alerts !== 'muted';
}

export function matchesFilter(device: PortalDevice, filter: SiteFilter): boolean {
  const { power } = describeSite(device);
  switch (filter) {
    case 'all':
      return true;
    case 'attention':
      return needsAttention(device);
    case 'mains':
      return power === 'mains_lost';
    case 'silent':
      return power === 'contact_lost' || power === 'unobserved';
    case 'on':
      return power === 'up';
    case 'untold':
      return isUntold(device);
  }
}
