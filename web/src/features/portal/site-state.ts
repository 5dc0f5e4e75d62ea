import type { PortalDevice } from '../../../../src/contract/devices/portal.ts';
import { lossOf } from '../../../../src/domain/fleet/loss.ts';
import type { PowerState } from '../../lib/power-state.ts';

/**
 * `power_unknown`: the board is heard, and cannot tell whether there is mains. `revoked`: it is refused,
 * since it has no active key.
 */
export type SitePower = PowerState | 'power_unknown' | 'revoked';

/** What can be said of the power at a site now. */
export interface SiteState {
  power: SitePower;
  /** Since when, ISO 8601; null: not known. */
  since: string | null;
  /** What came back, and has to stay for a while before the outage counts as over. */
  confirming: 'power' | 'contact' | null;
}

type Facts = Pick<
  PortalDevice,
  'status' | 'power_status' | 'power_since' | 'last_heartbeat' | 'outage' | 'alerts'
>;

/**
 * An open outage says it best; without one, what the device said last. Silence is never called a power
 * failure, nor contact power.
 */
export function describeSite(device: Facts): SiteState {
  const { outage, last_heartbeat: lastHeard } = device;
  const power = describePower(device);
  if (outage !== null && outage.recover_at === null) {
    return { power, since: outage.down_at, confirming: null };
  }
  if (outage !== null) {
    const confirming = outage.cause === 'mains' ? 'power' : 'contact';
    return { power, since: outage.recover_at, confirming };
  }
  const since = power === 'contact_lost' ? lastHeard : device.power_since;
  return { power, since, confirming: null };
}

/** Whose power, or contact, is gone, and not back yet. */
function isGoingOn({ outage }: Pick<Facts, 'outage'>): boolean {
  return outage !== null && outage.recover_at === null;
}

/** Somebody has seen its outage, which goes on: nobody has to do anything. */
export function isAcknowledged({ outage }: Pick<Facts, 'outage'>): boolean {
  return isGoingOn({ outage }) && outage?.acknowledged_at !== null;
}

/** The outages that one press answers: those that nobody has acknowledged; of none, all that go on. */
export function listToAnswer<Device extends Pick<Facts, 'outage'>>(
  devices: readonly Device[],
): Device[] {
  const open = devices.filter(isGoingOn);
  const unseen = open.filter((device) => !isAcknowledged(device));
  return unseen.length > 0 ? unseen : open;
}

/** A board whose keys were revoked counts as not heard, even if it sends. */
export function isRevoked({ status, alerts }: Pick<Facts, 'status' | 'alerts'>): boolean {
  return status === 'unknown' && alerts === 'key_inactive';
}

function describePower({ status, alerts, power_status: power, outage }: Facts): SitePower {
  const cause = outage !== null && outage.recover_at === null ? outage.cause : null;
  const loss = lossOf({ link: status, power: power ?? 'unknown', cause });
  if (loss !== null) return loss;
  if (status === 'unknown') return isRevoked({ status, alerts }) ? 'revoked' : 'unknown';
  return power === 'UP' ? 'up' : 'power_unknown';
}

/** Alerts of a device are on, and not muted for a while. */
export function isAlerting(device: Pick<PortalDevice, 'alert_enabled' | 'muted_until'>): boolean {
  return device.alert_enabled === 1 && device.muted_until === null;
}

/** What a site is found by. */
export function wordsOfSite({ site_name: name, device_id: id }: PortalDevice): string {
  return `${name} ${id}`;
}

/** Where power is gone first. */
export const urgency: readonly SitePower[] = [
  'mains_lost',
  'contact_lost',
  'internet_lost',
  'device_restarted',
  'unobserved',
  'power_unknown',
  'revoked',
  'unknown',
  'up',
];

/** Where power is gone first, what somebody has acknowledged before all that is well; otherwise in the order given. */
export function sortByUrgency<Device extends Facts>(devices: readonly Device[]): Device[] {
  const rank = (device: Device) => {
    const own = urgency.indexOf(describeSite(device).power);
    return isAcknowledged(device) ? urgency.length - 1.5 + own / 100 : own;
  };
  return [...devices].sort((a, b) => rank(a) - rank(b));
}

/** Says a text of a summary. The page passes `t`; the first picture the texts rendered with it (early/first-answer.ts). */
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
function needsAttention(device: PortalDevice): boolean {
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

type SayMore = (key: 'portal.summary.more', values: { names: string; count: number }) => string;

const namedAtMost = 3;

/** The first names, and how many more there are. */
export function listNames(names: readonly string[], say: SayMore): string {
  const named = names.slice(0, namedAtMost).join(', ');
  const others = names.length - namedAtMost;
  return others > 0 ? say('portal.summary.more', { names: named, count: others }) : named;
}
