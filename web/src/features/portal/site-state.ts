import type { PortalDevice } from '../../../../src/contract/devices/portal.ts';
import { type PowerState, toPowerState } from '../../lib/power-state.ts';

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
  if (outage !== null && outage.recover_at === null) {
    return { power: toPowerState(outage.cause), since: outage.down_at, confirming: null };
  }
  const power = describePower(device);
  if (outage !== null) {
    const confirming = outage.cause === 'mains' ? 'power' : 'contact';
    return { power, since: outage.recover_at, confirming };
  }
  const since = power === 'contact_lost' ? lastHeard : device.power_since;
  return { power, since, confirming: null };
}

/** Whose power, or contact, is gone, and not back yet. */
export function isGoingOn({ outage }: Pick<Facts, 'outage'>): boolean {
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

function describePower({ status, alerts, power_status: power }: Facts): SitePower {
  if (power === 'DOWN') return 'mains_lost';
  switch (status) {
    case 'unknown':
      return isRevoked({ status, alerts }) ? 'revoked' : 'unknown';
    case 'offline':
      return 'contact_lost';
    case 'online':
      return power === 'UP' ? 'up' : 'power_unknown';
  }
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
