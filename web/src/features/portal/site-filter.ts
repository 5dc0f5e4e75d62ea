import type { PortalDevice } from '../../../../src/contract/devices/portal.ts';
import { describeSite } from './site-state.ts';

/** What a list of many sites can be narrowed to; the first is the default. */
export const siteFilters = ['all', 'attention', 'mains', 'contact', 'on', 'untold'] as const;
export type SiteFilter = (typeof siteFilters)[number];

/** @param given what stands in the address, which anybody may have typed */
export function readSiteFilter(given: unknown): SiteFilter {
  return siteFilters.find((filter) => filter === given) ?? siteFilters[0];
}

/** Somebody should look at it: there is no power, or nobody knows, or it was never heard. */
export function needsAttention(device: PortalDevice): boolean {
  return describeSite(device).power !== 'up';
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
      return power !== 'up';
    case 'mains':
      return power === 'mains_lost';
    case 'contact':
      return power === 'contact_lost' || power === 'unobserved';
    case 'on':
      return power === 'up';
    case 'untold':
      return isUntold(device);
  }
}
