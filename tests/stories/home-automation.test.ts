/** A home automation comes in over MQTT, as Home Assistant does: with mqtt.js, by its own account. */
import { expect, test } from 'bun:test';
import mqtt, { type MqttClient } from 'mqtt';
import { openHomeAccount } from '../../src/actions/home/home-account.ts';
import { migrationsDir } from '../../src/installation/assets.ts';
import { databasePath } from '../../src/installation/paths.ts';
import { openStore } from '../../src/store/engine/open.ts';
import { App } from '../support/app.ts';

const actor = { name: 'customer:1', address: null };

/** What a home automation knows: the retained messages it was given. */
class Home {
  readonly client: MqttClient;
  readonly known = new Map<string, string>();

  private constructor(client: MqttClient) {
    this.client = client;
    client.on('message', (topic, payload) => {
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

  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what it expects to be there
  read(topic: string): any {
    const text = this.known.get(topic);
    return text === undefined ? undefined : JSON.parse(text);
  }
}

function account(app: App, customerId: number) {
  const store = openStore(databasePath(app.data.dir), { migrationsDir: migrationsDir() });
  try {
    return openHomeAccount({ store }, customerId, actor, app.time.clock());
  } finally {
    store.close();
  }
}

async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await Bun.sleep(5);
}

test('a home automation finds its own sites, follows them, and presses their buttons', async () => {
  await using app = await App.start({ devices: 2 });
  const board = app.board();
  const device = await app.connect(board);
  const { name, password } = account(app, 1);
  const home = await Home.enter(app, name, password);
  const discovery = `homeassistant/device/${board.id}/config`;
  const state = `faiwatch/home/${board.id}/state`;
  await until(() => home.known.has(discovery) && home.known.has(state));

  expect([...home.known.keys()].filter((topic) => !topic.includes(board.id))).toEqual([]);
  expect(home.read(discovery)).toMatchObject({
    device: { identifiers: [board.id] },
    origin: { name: 'FaiWatch' },
    state_topic: state,
    components: {
      power: { platform: 'binary_sensor', device_class: 'power', unique_id: `${board.id}_power` },
    },
  });
  expect(home.read(state)).toMatchObject({ power: 'ON', contact: 'ON', cause: null });

  await device.losesMains();
  await app.advance('6 s');
  await until(() => home.read(state)?.power === 'OFF');
  expect(home.read(state)).toMatchObject({ cause: 'mains', acknowledged_by: null });

  await home.client.publishAsync(`faiwatch/home/${board.id}/acknowledge`, 'PRESS', { qos: 1 });
  await app.advance('2 s');
  await until(() => home.read(state)?.acknowledged_by === 'Home Assistant');

  // What it says goes to nobody, and what it would retain is not kept.
  await home.client.publishAsync(state, 'nonsense', { qos: 1, retain: true });
  home.known.clear();
  await home.client.publishAsync('homeassistant/status', 'online');
  await until(() => home.known.size === 3);
  expect(home.read(state)).toMatchObject({ power: 'OFF' });
  await home.client.endAsync();
});

test('a button of somebody else’s site does nothing', async () => {
  await using app = await App.start({ devices: 2 });
  const device = await app.connect(app.board(1));
  await device.losesMains();
  await app.advance('6 s');
  const { name, password } = account(app, 1);
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
  const first = account(app, 1);
  await expect(Home.enter(app, first.name, 'wrong')).rejects.toThrow(/bad user ?name or password/i);
  const home = await Home.enter(app, first.name, first.password);
  let isClosed = false;
  home.client.on('close', () => {
    isClosed = true;
  });
  const second = account(app, 1);
  await app.advance('2 s');
  await until(() => isClosed);
  await expect(Home.enter(app, first.name, first.password)).rejects.toThrow();
  const again = await Home.enter(app, second.name, second.password);
  await again.client.endAsync();
});
