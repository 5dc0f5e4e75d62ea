import type { PortalDevice } from '../../../../src/contract/devices/portal.ts';
import { listNames } from './list-names.ts';
import { needsAttention } from './site-filter.ts';
import { describeSite, isAcknowledged, isGoingOn, type SitePower } from './site-state.ts';

/** The words of these functions; the picture before any script brings its own (early-power.tsx). */
type SaySummary = (
  key: `portal.summary.${
    | 'down'
    | 'silent'
    | 'more'
    | 'mixed'
    | 'all_up'
    | 'attention'
    | 'seen'
    | 'seen_mains'
    | 'seen_silent'}`,
  values: Record<string, string | number>,
) => string;

/** One sentence on a few sites: where power is gone, where nothing is heard, or that all is well. */
export function summariseFew(devices: readonly PortalDevice[], say: SaySummary): string {
  const namesOf = (wanted: SitePower) =>
    devices.filter((device) => describeSite(device).power === wanted).map((one) => one.site_name);
  const [down, silent, up] = [namesOf('mains_lost'), namesOf('contact_lost'), namesOf('up')];
  const parts = [
    ...(down.length > 0 ? [say('portal.summary.down', { names: listNames(down, say) })] : []),
    ...(silent.length > 0 ? [say('portal.summary.silent', { names: listNames(silent, say) })] : []),
  ];
  if (parts.length > 0) return parts.join(' · ');
  if (up.length < devices.length) return say('portal.summary.mixed', {});
  return say('portal.summary.all_up', { count: up.length });
}

/** That all is well, how many need somebody, or how many of the losses were acknowledged. */
export function summariseMany(devices: readonly PortalDevice[], say: SaySummary): string {
  const lost = devices.filter(isGoingOn);
  const acknowledged = lost.filter(isAcknowledged).length;
  const attention = devices.filter(needsAttention).length;
  if (acknowledged > 0) {
    const mains = lost.filter(({ outage }) => outage?.cause === 'mains').length;
    const counted = { count: lost.length, acknowledged };
    if (mains === lost.length) return say('portal.summary.seen_mains', counted);
    return say(mains === 0 ? 'portal.summary.seen_silent' : 'portal.summary.seen', counted);
  }
  if (attention === 0) return say('portal.summary.all_up', { count: devices.length });
  return say('portal.summary.attention', { count: attention, total: devices.length });
}
