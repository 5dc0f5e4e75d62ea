import {
  type HomeButton,
  type HomeSite,
  readButtonTopic,
} from '../../domain/home/home-messages.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { finish } from '../../domain/steps.ts';
import { readSite, readSites, type SiteOverview } from '../../store/people/customer-overview.ts';
import { acknowledgeOutages } from '../alerts/acknowledge-outages.ts';
import { muteDevices } from '../alerts/mute-devices.ts';
import type { Monitor } from '../monitor.ts';

/** A customer's sites as they are now, for their home automation. */
export function readHomeSites(monitor: Monitor, customerId: number, now: Instant): HomeSite[] {
  const sites = finish(readSites(monitor.store, customerId, now.wallMs));
  return sites.map((site) => describe(monitor, site));
}

function describe({ fleet }: Monitor, site: SiteOverview): HomeSite {
  const { deviceId, siteName, deviceType, outage, powerSince, key } = site;
  const live = fleet.get(deviceId);
  const { firmwareVersion } = live ?? site;
  const { link, power } = live?.state ?? site;
  return {
    ...{ deviceId, siteName, deviceType, firmwareVersion, link, power, powerSince },
    outage:
      outage === null
        ? null
        : { cause: outage.cause, downAt: outage.downAt, acknowledgedBy: outage.acknowledgedBy },
    voltage: live?.vitals.voltage ?? null,
    batteryLevel: live?.vitals.batteryLevel ?? null,
    keyExpiresAt: key?.expiresAt ?? null,
  };
}

const muteMs = 3_600_000;
const by = 'Home Assistant';

/** A button was pressed: does nothing for a topic that is none, or a site of somebody else's. */
export function pressHomeButton(
  monitor: Monitor,
  customerId: number,
  topic: string,
  actor: Actor,
  now: Instant,
): HomeButton | null {
  const pressed = readButtonTopic(topic);
  if (pressed === null) return null;
  const site = readSite(monitor.store, customerId, pressed.deviceId, now.wallMs);
  if (site === undefined || site === null) return null;
  if (pressed.button === 'mute') {
    const until = now.wallMs + muteMs;
    muteDevices(monitor, { customerId, deviceRows: [site.row], until, by, actor }, now);
  } else if (site.outage !== null) {
    const outageIds = [site.outage.id];
    acknowledgeOutages(monitor, { customerId, outageIds, by, actor }, now);
  }
  return pressed.button;
}
