/** A customer has their sites published to a broker of their own, by TLS and with a password. */

import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { ApiClient } from '../../../tests/e2e/api-client.ts';
import { App } from '../../../tests/support/app.ts';
import {
  houseAccount,
  prepareSecureMosquitto,
  type SecureMosquitto,
} from '../../../tests/support/secure-mosquitto.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { generateActivationKey } from '../../domain/keys/activation-key.ts';
import { buttonTopic, readButtonTopic } from './home-messages.ts';
import { HomeAssistant } from './testing/home-assistant.ts';

const env = { FAIWATCH_ALLOW_PRIVATE_OUTBOUND: 'true' };
const path = '/api/customer/home-broker';

/** Logged in as a customer. */
class Customer {
  readonly #api: ApiClient;

  private constructor(api: ApiClient) {
    this.#api = api;
  }

  static async enter(app: App): Promise<Customer> {
    const activationKey = generateActivationKey((count) => new Uint8Array(count));
    app.data.write('UPDATE activation_keys SET key_code = ? WHERE customer_id = 1', activationKey);
    const [customer] = app.data.read<{ phone: string }>('SELECT phone FROM customers WHERE id = 1');
    const account = { phone: customer?.phone ?? '', activationKey };
    return new Customer(await ApiClient.logIn(app, account));
  }

  ask(method: string, body?: object) {
    return this.#api.call(method, path, body);
  }
}

/** What Home Assistant at that broker knows. */
async function watch(house: SecureMosquitto) {
  const client = await mqtt.connectAsync(`mqtts://localhost:${house.port}`, {
    ...houseAccount,
    ca: house.ca,
  });
  const assistant = new HomeAssistant();
  const retained = new Map<string, string>();
  client.on('message', (topic, payload) => {
    assistant.take(topic, payload.toString());
    if (topic === 'homeassistant/status' || readButtonTopic(topic) !== null) return;
    if (payload.length === 0) retained.delete(topic);
    else retained.set(topic, payload.toString());
  });
  await client.subscribeAsync(['homeassistant/#', 'faiwatch/#'], { qos: 1 });
  return { client, assistant, retained };
}

const settingsFor = (house: SecureMosquitto) => ({
  ...{ url: `mqtts://localhost:${house.port}`, ca: house.ca },
  ...houseAccount,
});

/** Lets time pass, a second at a time, until something holds. */
async function until(app: App, claim: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await claim())) {
    await app.advance('1 s');
    await Bun.sleep(5);
  }
}

const entity = (id: string, board: { readonly id: string }) => {
  const [platform, name] = id.split('.');
  return `${platform}.${board.id.replaceAll('-', '_')}_${name}`;
};

test('sites appear at the broker, follow what happens, and their buttons work', async () => {
  await using app = await App.start({ devices: 2, env });
  const board = app.board();
  const device = await app.connect(board);
  const house = prepareSecureMosquitto();
  await using _ = { [Symbol.asyncDispose]: () => house.remove() };
  await house.start();
  const { client, assistant, retained } = await watch(house);
  const shows = (id: string) => assistant.state(entity(id, board));
  const customer = await Customer.enter(app);
  expect(await customer.ask('GET')).toMatchObject({ status: 200, body: { data: null } });

  const saved = await customer.ask('PUT', settingsFor(house));
  expect(saved).toMatchObject({ status: 200 });
  expect(JSON.stringify(saved.body)).not.toContain(houseAccount.password);
  await until(app, () => shows('binary_sensor.power') === 'on');
  expect(assistant.refused).toEqual([]);
  const status = await customer.ask('GET');
  expect(status.body.data).toMatchObject({ username: 'house', problem: null });
  expect(status.body.data.connected_since).toMatch(/^20/);
  expect(JSON.stringify(status.body)).not.toContain(houseAccount.password);
  // Only their own sites.
  expect([...retained.keys()].filter((topic) => topic.includes(app.board(1).id))).toEqual([]);

  await device.losesMains();
  await app.advance('6 s');
  await until(app, () => shows('binary_sensor.power') === 'off');
  const topic = assistant.buttonOf(entity('button.acknowledge', board)) ?? '';
  await client.publishAsync(topic, 'PRESS', { qos: 1 });
  await until(app, () => shows('sensor.acknowledged_by') === 'Home Assistant');
  // The buttons of somebody else do nothing.
  await client.publishAsync(buttonTopic(app.board(1).id, 'mute'), 'PRESS', { qos: 1 });
  await app.advance('3 s');
  expect(app.data.readNumber('SELECT count(*) FROM devices WHERE muted_until > 0')).toBe(0);

  // Home Assistant starts anew and wants to hear everything again.
  retained.clear();
  await client.publishAsync('homeassistant/status', 'online');
  await until(app, () => retained.size === 4);

  const audit = app.data.read('SELECT * FROM audit_log');
  expect(JSON.stringify(audit)).not.toContain(houseAccount.password);
  expect(JSON.stringify(app.log)).not.toContain(houseAccount.password);

  expect((await customer.ask('DELETE')).status).toBe(200);
  await app.advance('1 s');
  // The clock stands still, so that its farewell is not cut short.
  while (assistant.devices.length > 0 || retained.size > 0) await Bun.sleep(5);
  expect(await customer.ask('GET')).toMatchObject({ body: { data: null } });
  await client.endAsync();
});

test('when the server goes, the sites are unavailable; what went meanwhile vanishes after', async () => {
  await using app = await App.start({ devices: 2, env });
  const board = app.board();
  app.data.write('UPDATE devices SET customer_id = 1');
  await app.restart('1 s');
  await app.connect(board);
  const house = prepareSecureMosquitto();
  await using _ = { [Symbol.asyncDispose]: () => house.remove() };
  await house.start();
  const { client, assistant, retained } = await watch(house);
  const shows = () => assistant.state(entity('binary_sensor.power', board));
  const customer = await Customer.enter(app);
  await customer.ask('PUT', settingsFor(house));
  await until(app, () => shows() === 'on');

  await app.stopServer();
  // The server's clock stands still.
  while (shows() !== 'unavailable') await Bun.sleep(5);
  app.data.write('UPDATE devices SET customer_id = NULL WHERE id = 1');
  // A retained press may be of any age.
  const mute = buttonTopic(app.board(1).id, 'mute');
  await client.publishAsync(mute, 'PRESS', { qos: 1, retain: true });
  await app.startServer();
  await until(app, () => assistant.devices.length === 1);
  await until(app, () => ![...retained.keys()].some((topic) => topic.includes(board.id)));
  expect(app.data.readNumber('SELECT count(*) FROM devices WHERE muted_until > 0')).toBe(0);
  await client.endAsync();
});

test('a broker that dies is tried again, and its customer reads why it is silent', async () => {
  await using app = await App.start({ env });
  const house = prepareSecureMosquitto();
  await using _ = { [Symbol.asyncDispose]: () => house.remove() };
  await house.start();
  const customer = await Customer.enter(app);
  await customer.ask('PUT', settingsFor(house));
  const isConnected = async () => (await customer.ask('GET')).body.data.connected_since !== null;
  await until(app, isConnected);
  await house.stop();
  await until(app, async () => !(await isConnected()));
  await until(app, async () => {
    const { problem } = (await customer.ask('GET')).body.data;
    return problem === 'takes no connection';
  });
  await house.start();
  await until(app, isConnected);
  expect((await customer.ask('GET')).body.data.problem).toBeNull();
});

test('what does not work is not kept, and says why in the words of the far end', async () => {
  await using app = await App.start({ env });
  const house = prepareSecureMosquitto();
  await using _ = { [Symbol.asyncDispose]: () => house.remove() };
  await house.start();
  const customer = await Customer.enter(app);
  const good = settingsFor(house);
  const why = async (wrong: object) => {
    const { status, body } = await customer.ask('PUT', { ...good, ...wrong });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toContain(houseAccount.password);
    return body.fields;
  };
  expect(await why({ password: 'wrong' })).toEqual({
    url: expect.stringMatching(/not authori[sz]ed/i),
  });
  expect(await why({ ca: null })).toEqual({ url: expect.stringContaining('certificate') });
  expect(await why({ url: `mqtts://127.0.0.2:${house.port}` })).toEqual({
    url: 'takes no connection',
  });
  expect(await why({ url: 'https://localhost' })).toEqual({ url: expect.any(String) });
  expect(await why({ url: `mqtts://me:secret@localhost:${house.port}` })).toEqual({
    url: expect.any(String),
  });
  expect(await why({ password: undefined })).toEqual({ password: 'is required' });
  expect(await customer.ask('GET')).toMatchObject({ body: { data: null } });

  expect((await customer.ask('PUT', good)).status).toBe(200);
  // The password is sent only to the broker that it was given for.
  const { password: _password, ...same } = good;
  expect((await customer.ask('PUT', same)).status).toBe(200);
  const elsewhere = { password: undefined, url: `mqtts://127.0.0.1:${house.port}` };
  expect(await why(elsewhere)).toEqual({ password: 'is required' });
});

test('a broker in this network, or without TLS, is refused unless the operator allows it', async () => {
  await using app = await App.start();
  const customer = await Customer.enter(app);
  const why = async (url: string) => {
    const { status, body } = await customer.ask('PUT', { url, ...houseAccount });
    return { status, ...body.fields };
  };
  expect(await why('mqtts://localhost:8883')).toEqual({
    status: 400,
    url: expect.stringContaining('on the public internet'),
  });
  expect(await why('mqtts://0x7f.1:8883')).toMatchObject({ status: 400 });
  expect(await why('mqtt://192.0.2.1:1883')).toEqual({
    status: 400,
    url: expect.stringContaining('with TLS'),
  });
});

test('the operator’s broker has all sites, and is in the same house', async () => {
  const house = prepareSecureMosquitto();
  await using _ = { [Symbol.asyncDispose]: () => house.remove() };
  await house.start();
  const ca = join(tempDir('authority'), 'ca.pem');
  writeFileSync(ca, house.ca);
  const { username, password } = houseAccount;
  await using app = await App.start({
    devices: 2,
    env: {
      FAIWATCH_HOME_BROKER_URL: `mqtts://${username}:${encodeURIComponent(password)}@localhost:${house.port}`,
      FAIWATCH_HOME_BROKER_CA: ca,
    },
  });
  const { client, assistant } = await watch(house);
  await until(app, () => assistant.devices.length === 2);
  expect(assistant.refused).toEqual([]);
  await client.publishAsync(buttonTopic(app.board(1).id, 'mute'), 'PRESS', { qos: 1 });
  const muted = 'SELECT count(*) FROM devices WHERE muted_until > 0 AND id = 2';
  await until(app, () => app.data.readNumber(muted) === 1);
  const [entry] = app.data.read("SELECT actor FROM audit_log WHERE action = 'device.mute'");
  expect(entry).toEqual({ actor: 'home:operator' });
  await client.endAsync();
});
