import { describe, expect, test } from 'bun:test';
import { languages } from '../../domain/states.ts';
import {
  buttonTopic,
  composeHome,
  type HomeSite,
  presenceTopic,
  readButtonTopic,
} from './home-messages.ts';
import { HomeAssistant, readDiscovery } from './testing/home-assistant.ts';

const facts = {
  language: 'en',
  version: '1.0.0',
  presence: presenceTopic(),
  url: 'https://power.example.com',
} as const;

const site: HomeSite = {
  deviceId: 'fw-a1b2c3d4e5f6',
  siteName: 'Corner shop',
  deviceType: 's2-mini',
  firmwareVersion: '1.2.0',
  link: 'online',
  power: 'UP',
  outage: null,
  powerSince: Date.UTC(2026, 10, 1),
  voltage: null,
  batteryLevel: null,
  keyExpiresAt: Date.UTC(2029, 10, 1),
};

function show(...sites: readonly HomeSite[]): HomeAssistant {
  const home = new HomeAssistant();
  for (const [topic, payload] of composeHome(sites, facts)) home.take(topic, payload);
  return home;
}

const states = (changed: Partial<HomeSite>) => {
  const home = show({ ...site, ...changed });
  expect(home.refused).toEqual([]);
  return Object.fromEntries(
    ['binary_sensor.power', 'binary_sensor.contact', 'sensor.cause', 'sensor.since'].map((id) => {
      const [platform, name = ''] = id.split('.');
      return [name, home.state(`${platform}.fw_a1b2c3d4e5f6_${name}`)];
    }),
  );
};

test.each([...languages])('Home Assistant takes what it is told, in %s', (language) => {
  for (const url of [facts.url, undefined]) {
    const messages = composeHome(
      [site, { ...site, deviceId: 'fw-0000000000aa', firmwareVersion: null }],
      {
        ...facts,
        language,
        url,
      },
    );
    const home = new HomeAssistant();
    for (const [topic, payload] of messages) home.take(topic, payload);
    expect(home.refused).toEqual([]);
    expect(home.devices).toEqual(['Corner shop', 'Corner shop']);
  }
});

describe('a site', () => {
  test('with power', () => {
    expect(states({})).toEqual({
      power: 'on',
      contact: 'on',
      cause: 'unknown',
      since: '2026-11-01T00:00:00.000Z',
    });
  });

  const downAt = Date.UTC(2026, 10, 20, 3);
  const outage = { cause: 'mains', downAt, acknowledgedBy: null } as const;
  const since = '2026-11-20T03:00:00.000Z';

  test('without', () => {
    expect(states({ power: 'DOWN', outage })).toEqual({
      ...{ power: 'off', contact: 'on', cause: 'mains', since },
    });
  });

  test('whose board nobody hears is not said to have power', () => {
    const silent = { ...outage, cause: 'silent' } as const;
    expect(states({ link: 'offline', outage: silent })).toEqual({
      ...{ power: 'unknown', contact: 'off', cause: 'silent', since },
    });
  });

  test('of which nothing was ever heard', () => {
    expect(states({ link: 'unknown', powerSince: null })).toEqual({
      ...{ power: 'unknown', contact: 'unknown', cause: 'unknown', since: 'unknown' },
    });
  });

  test('measures nothing while its board is not heard', () => {
    const id = 'sensor.fw_a1b2c3d4e5f6_voltage';
    expect(show({ ...site, voltage: 3.9 }).state(id)).toBe('3.9');
    expect(show({ ...site, voltage: 3.9, link: 'offline' }).state(id)).toBe('unavailable');
  });
});

test("the topics in discovery are the buttons' topics, and no other topic is a button", () => {
  const home = show(site);
  const topic = home.buttonOf('button.fw_a1b2c3d4e5f6_mute') ?? '';
  expect(topic).toBe(buttonTopic(site.deviceId, 'mute'));
  expect(readButtonTopic(topic)).toEqual({ deviceId: site.deviceId, button: 'mute' });
  for (const other of [
    'faiwatch/home/fw-1',
    `${topic}/more`,
    'x/home/fw-1/mute',
    'faiwatch/home/fw-1/state',
  ]) {
    expect(readButtonTopic(other)).toBeNull();
  }
});

describe('Home Assistant refuses', () => {
  const [, good = ''] = [...composeHome([site], facts)][1] ?? [];
  // biome-ignore lint/suspicious/noExplicitAny: made wrong on purpose
  const spoilt: readonly (readonly [string, (message: any) => void])[] = [
    ['a device that nothing identifies', (one) => (one.device.identifiers = [])],
    ['what does not say where it comes from', (one) => delete one.origin],
    ['an origin without a name', (one) => delete one.origin.name],
    ['a key that it does not know', (one) => (one.topic = 'x')],
    ['an entity without a platform', (one) => delete one.components.power.platform],
    ['an entity without an id', (one) => delete one.components.power.unique_id],
    ['a choice without options', (one) => delete one.components.cause.options],
    ['a time with a unit', (one) => (one.components.since.unit_of_measurement = 's')],
    ['a button without a topic', (one) => delete one.components.mute.command_topic],
    ['a topic with a wildcard', (one) => (one.state_topic = 'faiwatch/#')],
    ['a sensor that is never told', (one) => delete one.state_topic],
    ['an address that is none', (one) => (one.device.configuration_url = 'power')],
  ];
  test.each(spoilt)('%s', (_what, spoil) => {
    expect(readDiscovery(good)).toBeDefined();
    const message = JSON.parse(good);
    spoil(message);
    expect(() => readDiscovery(JSON.stringify(message))).toThrow();
  });
});
