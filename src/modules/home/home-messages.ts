/**
 * What a home automation is told of its owner's sites: Home Assistant's device discovery
 * (https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload) and one state a site.
 */
import type { DeviceType } from '../../domain/devices/device-type.ts';
import { type Cause, causes, type Language, type Link, type Power } from '../../domain/states.ts';
import { homeWords } from './home-words.ts';

/** A site as the home automation shows it. Times are epoch ms. */
export interface HomeSite {
  readonly deviceId: string;
  readonly siteName: string;
  readonly deviceType: DeviceType;
  readonly firmwareVersion: string | null;
  readonly link: Link;
  readonly power: Power;
  readonly outage: {
    readonly cause: Cause;
    readonly downAt: number;
    readonly acknowledgedBy: string | null;
  } | null;
  /** When the last power outage ended. */
  readonly powerSince: number | null;
  /** Voltage of the battery. */
  readonly voltage: number | null;
  /** In per cent. */
  readonly batteryLevel: number | null;
  readonly keyExpiresAt: number | null;
}

/** Retained messages by topic. */
export type HomeMessages = ReadonlyMap<string, string>;

/** The buttons of a site. */
const homeButtons = ['acknowledge', 'mute'] as const;
export type HomeButton = (typeof homeButtons)[number];

/** Home Assistant says `online` here when it has started and wants to hear everything again. */
export const homeStatusTopic = 'homeassistant/status';

const prefix = 'faiwatch/home';

/** Where a button of a site is pressed. */
export function buttonTopic(deviceId: string, button: HomeButton): string {
  return `${prefix}/${deviceId}/${button}`;
}

/** Which button a topic is; null: none. */
export function readButtonTopic(
  topic: string,
): { readonly deviceId: string; readonly button: HomeButton } | null {
  const [first, second, deviceId, name, ...rest] = topic.split('/');
  const button = homeButtons.find((one) => one === name);
  if (`${first}/${second}` !== prefix || deviceId === undefined) return null;
  return button === undefined || rest.length > 0 ? null : { deviceId, button };
}

/**
 * Says whether whoever publishes is connected. At a broker that has messages of more than one publisher,
 * each has a level of its own.
 */
export function presenceTopic(ref?: string): string {
  return ref === undefined ? `${prefix}/status` : `${prefix}/${ref}/status`;
}

/** Payloads of a presence topic. */
export const presence = { here: 'online', gone: 'offline' } as const;

/** All discovery messages of sites, whoever published them. */
export const discoveryFilter = 'homeassistant/device/+/config';

/** The topics of all buttons. */
export const buttonFilters: readonly string[] = homeButtons.map((name) => buttonTopic('+', name));

/**
 * Of a discovery message that is retained at somebody else's broker: the topics of its site, if it was
 * published under this presence. Null: it is not ours.
 */
export function readOwnDiscovery(
  topic: string,
  payload: string,
  presenceOfOurs: string,
): readonly string[] | null {
  const [, deviceId] = /^homeassistant\/device\/([^/]+)\/config$/.exec(topic) ?? [];
  if (deviceId === undefined || !payload.includes(`"topic":"${presenceOfOurs}"`)) return null;
  return Object.values(topicsOf(deviceId));
}

/** Everything that a home automation is told while we are there. */
export function composeHome(sites: readonly HomeSite[], service: ServiceFacts): HomeMessages {
  const messages = new Map<string, string>([[service.presence, presence.here]]);
  for (const site of sites) {
    const topics = topicsOf(site.deviceId);
    messages.set(topics.discovery, JSON.stringify(describeSite(site, topics, service)));
    messages.set(topics.state, JSON.stringify(stateOf(site)));
    messages.set(topics.contact, site.link === 'online' ? 'online' : 'offline');
  }
  return messages;
}

export interface ServiceFacts {
  /** The customer's. */
  readonly language: Language;
  /** The service's. */
  readonly version: string;
  /** See `presenceTopic`. */
  readonly presence: string;
  /** Address of the portal. Undefined: not known. */
  readonly url: string | undefined;
}

function topicsOf(deviceId: string) {
  return {
    discovery: `homeassistant/device/${deviceId}/config`,
    state: `${prefix}/${deviceId}/state`,
    contact: `${prefix}/${deviceId}/contact`,
  };
}

function describeSite(
  { deviceId, siteName, deviceType, firmwareVersion }: HomeSite,
  topics: ReturnType<typeof topicsOf>,
  { language, version, url, presence: present }: ServiceFacts,
) {
  const words = homeWords[language];
  const site = url === undefined ? {} : { configuration_url: new URL('/customer', url).href };
  const entity = (name: keyof typeof words, platform: string, more: object) => ({
    platform,
    unique_id: `${deviceId}_${name}`,
    // In English whatever the language: automations go by it. Before 2025.10 it is not looked at.
    default_entity_id: `${platform}.${deviceId.replaceAll('-', '_')}_${name}`,
    name: words[name],
    ...more,
  });
  const value = (name: keyof HomeState) => `{{ value_json.${name} }}`;
  const diagnostic = { entity_category: 'diagnostic' };
  // What the board itself measures is not known while it is not heard.
  const measured = {
    ...diagnostic,
    availability: [{ topic: present }, { topic: topics.contact }],
    availability_mode: 'all',
  };
  const button = (name: HomeButton, icon: string) =>
    entity(name, 'button', { command_topic: buttonTopic(deviceId, name), icon });
  return {
    device: {
      identifiers: [deviceId],
      name: siteName,
      manufacturer: 'FaiWatch',
      model: deviceType,
      ...(firmwareVersion !== null && { sw_version: firmwareVersion }),
      ...site,
    },
    origin: { name: 'FaiWatch', sw_version: version },
    availability: [{ topic: present }],
    state_topic: topics.state,
    qos: 1,
    components: {
      power: entity('power', 'binary_sensor', {
        device_class: 'power',
        value_template: value('power'),
      }),
      contact: entity('contact', 'binary_sensor', {
        device_class: 'connectivity',
        value_template: value('contact'),
        ...diagnostic,
      }),
      cause: entity('cause', 'sensor', {
        device_class: 'enum',
        options: causes,
        value_template: value('cause'),
      }),
      since: entity('since', 'sensor', {
        device_class: 'timestamp',
        value_template: value('since'),
      }),
      acknowledged_by: entity('acknowledged_by', 'sensor', {
        value_template: value('acknowledged_by'),
        icon: 'mdi:account-check',
      }),
      voltage: entity('voltage', 'sensor', {
        device_class: 'voltage',
        unit_of_measurement: 'V',
        value_template: value('voltage'),
        ...measured,
      }),
      battery: entity('battery', 'sensor', {
        device_class: 'battery',
        unit_of_measurement: '%',
        value_template: value('battery'),
        ...measured,
      }),
      key_expires_at: entity('key_expires_at', 'sensor', {
        device_class: 'timestamp',
        value_template: value('key_expires_at'),
        ...diagnostic,
      }),
      acknowledge: button('acknowledge', 'mdi:check'),
      mute: button('mute', 'mdi:bell-sleep'),
    },
  };
}

/** Home Assistant shows null as unknown. */
interface HomeState {
  readonly power: 'ON' | 'OFF' | null;
  readonly contact: 'ON' | 'OFF' | null;
  /** Cause of the outage that goes on. */
  readonly cause: Cause | null;
  /** Since when it is as it is; ISO 8601. */
  readonly since: string | null;
  readonly acknowledged_by: string | null;
  readonly voltage: number | null;
  readonly battery: number | null;
  readonly key_expires_at: string | null;
}

function stateOf(site: HomeSite): HomeState {
  const { link, power, outage, powerSince, voltage, batteryLevel, keyExpiresAt } = site;
  return {
    // A board that is not heard may have reported a loss. That it once had power says nothing of now.
    power: power === 'DOWN' ? 'OFF' : link === 'online' && power === 'UP' ? 'ON' : null,
    contact: link === 'unknown' ? null : link === 'online' ? 'ON' : 'OFF',
    cause: outage?.cause ?? null,
    since: iso(outage?.downAt ?? powerSince),
    acknowledged_by: outage?.acknowledgedBy ?? null,
    voltage,
    battery: batteryLevel,
    key_expires_at: iso(keyExpiresAt),
  };
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
