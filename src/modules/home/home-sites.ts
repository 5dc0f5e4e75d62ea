import { acknowledgeOutages } from '../../actions/alerts/acknowledge-outages.ts';
import { muteDevices } from '../../actions/alerts/mute-devices.ts';
import type { Monitor } from '../../actions/monitor.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { inSteps, type Steps } from '../../domain/steps.ts';
import { readSite, readSites, type SiteOverview } from '../../store/people/customer-overview.ts';
import {
  composeHome,
  type HomeButton,
  type HomeMessages,
  type HomeSite,
  readButtonTopic,
  type ServiceFacts,
} from './home-messages.ts';

/** Putting a site into words costs as much as reading it. */
const sitesPerStep = 100;

/** Everything that a customer's home automation is told now. */
export function* readHome(
  monitor: Monitor,
  customerId: number,
  facts: ServiceFacts,
  now: Instant,
): Steps<HomeMessages> {
  const sites = yield* readSites(monitor.store, customerId, now.wallMs);
  yield;
  const messages = yield* inSteps(sites, sitesPerStep, (part) => [
    ...composeHome(
      part.map((site) => describe(monitor, site)),
      facts,
    ),
  ]);
  return new Map(messages);
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

/**
 * Does what a button says.
 * @returns null: the topic is no button, or the site is not the customer's
 */
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
