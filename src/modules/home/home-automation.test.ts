/** A home automation comes in over MQTT, as Home Assistant does: with mqtt.js, by its own account. */
import { expect, test } from 'bun:test';
import mqtt, { type MqttClient } from 'mqtt';
import { App } from '../../../tests/support/app.ts';
import { HomeAssistant } from './testing/home-assistant.ts';
import { openHome } from './testing/open-home.ts';

/** A home automation, and the retained messages it was given. */
class Home {
  readonly client: MqttClient;
  readonly known = new Map<string, string>();
  readonly assistant = new HomeAssistant();

  private constructor(client: MqttClient) {
    this.client = client;
    client.on('message', (topic, payload) => {
      this.assistant.take(topic, payload.toString());
      if (payload.length === 0) this.known.delete(topic);
      else this.known.set(topic, payload.toString());
    });
  }

  static async enter(app: App, name: string, password: string): Promise<Home> {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.server.ready.mqtt}`, {
      username: name,
      password,
      reconnectPeriod: 0,
      will: {
        topic: 'homeassistant/status',
        payload: Buffer.from('offline'),
        qos: 0,
        retain: true,
      },
    });
    const home = new Home(client);
    await client.subscribeAsync(['homeassistant/#', 'faiwatch/#'], { qos: 1 });
    return home;
  }

  /** What an entity of a board shows. */
  state(id: string, board: { readonly id: string }): string | undefined {
    const [platform, name] = id.split('.');
    return this.assistant.state(`${platform}.${board.id.replaceAll('-', '_')}_${name}`);
  }
}

async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await Bun.sleep(5);
}

test('a home automation finds its own sites, follows them, and presses their buttons', async () => {
  await using app = await App.start({ devices: 2 });
  const board = app.board();
  const device = await app.connect(board);
  const { name, password } = openHome(app);
  const home = await Home.enter(app, name, password);
  const shows = (id: string) => home.state(id, board);
  await until(() => shows('binary_sensor.power') === 'on');
  expect(home.assistant.refused).toEqual([]);
  const others = [...home.known.keys()].filter((topic) => !topic.includes(board.id));
  expect(others).toEqual(['faiwatch/home/status']);

  await device.losesMains();
  await app.advance('6 s');
  await until(() => shows('binary_sensor.power') === 'off');
  expect(shows('sensor.cause')).toBe('mains');
  expect(shows('sensor.acknowledged_by')).toBe('unknown');

  const acknowledge = `button.${board.id.replaceAll('-', '_')}_acknowledge`;
  const topic = home.assistant.buttonOf(acknowledge) ?? '';
  await home.client.publishAsync(topic, 'PRESS', { qos: 1 });
  await app.advance('2 s');
  await until(() => shows('sensor.acknowledged_by') === 'Home Assistant');

  // Nobody gets what it publishes, and nothing of it is retained.
  const state = `faiwatch/home/${board.id}/state`;
  await home.client.publishAsync(state, 'nonsense', { qos: 1, retain: true });
  home.known.clear();
  await home.client.publishAsync('homeassistant/status', 'online');
  await until(() => home.known.size === 4);
  expect(shows('binary_sensor.power')).toBe('off');

  // The entities of a site go with it.
  app.data.write('UPDATE devices SET customer_id = NULL WHERE id = 1');
  await app.advance('2 s');
  await until(() => home.assistant.devices.length === 0);
  await home.client.endAsync();
});

test('a button of somebody else’s site does nothing', async () => {
  await using app = await App.start({ devices: 2 });
  const device = await app.connect(app.board(1));
  await device.losesMains();
  await app.advance('6 s');
  const { name, password } = openHome(app);
  const home = await Home.enter(app, name, password);
  for (const button of ['acknowledge', 'mute']) {
    const topic = `faiwatch/home/${app.board(1).id}/${button}`;
    await home.client.publishAsync(topic, 'PRESS', { qos: 1 });
  }
  await app.advance('2 s');
  expect(app.data.readNumber('SELECT count(*) FROM outages WHERE acknowledged_at IS NULL')).toBe(1);
  expect(app.data.readNumber('SELECT count(*) FROM devices WHERE muted_until IS NULL')).toBe(2);
  await home.client.endAsync();
});

test('a wrong password, and an account that was closed or replaced, let nobody in', async () => {
  await using app = await App.start();
  const first = openHome(app);
  await expect(Home.enter(app, first.name, 'wrong')).rejects.toThrow(/bad user ?name or password/i);
  const home = await Home.enter(app, first.name, first.password);
  let isClosed = false;
  home.client.on('close', () => {
    isClosed = true;
  });
  const second = openHome(app);
  await app.advance('2 s');
  await until(() => isClosed);
  await expect(Home.enter(app, first.name, first.password)).rejects.toThrow();
  const again = await Home.enter(app, second.name, second.password);
  await again.client.endAsync();
});

test('one home automation costs the others little, whatever it publishes', async () => {
  await using app = await App.start();
  const { name, password } = openHome(app);
  const home = await Home.enter(app, name, password);
  const topic = `faiwatch/home/${app.board().id}/mute`;
  let received = 0;
  home.client.on('message', () => {
    received += 1;
  });
  for (let i = 0; i < 100; i += 1) {
    // A clock that moved a little makes each press a change of its own.
    app.time.advanceMs(1);
    await home.client.publishAsync(topic, 'PRESS', { qos: 1 });
    await home.client.publishAsync('homeassistant/status', 'online', { qos: 1 });
  }
  const presses = "SELECT count(*) FROM audit_log WHERE action = 'device.mute'";
  expect(app.data.readNumber(presses)).toBe(20);
  // All that is retained comes three times again: discovery, state and contact of one site, and
  // presence.
  expect(received).toBeLessThanOrEqual(16);

  const filters = Array.from({ length: 300 }, (_, i) => `faiwatch/${i}`);
  const granted: number[] = [];
  for (const filter of filters) {
    const [answer] = await home.client.subscribeAsync(filter).catch(() => [{ qos: 128 }]);
    granted.push(answer?.qos ?? 128);
  }
  expect(granted.filter((qos) => qos < 128).length).toBe(198);
  await home.client.endAsync();
});
