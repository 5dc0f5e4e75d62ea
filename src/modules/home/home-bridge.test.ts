/** Home Assistant has room for one broker: a Mosquitto of its own fetches our messages, as the guide says. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { App } from '../../../tests/support/app.ts';
import { prepareMosquitto } from '../../mqtt/testing/run-mosquitto.ts';
import { HomeAssistant } from './testing/home-assistant.ts';
import { openHome } from './testing/open-home.ts';

const guide = readFileSync(join(import.meta.dir, '../../../docs/home-assistant.md'), 'utf8');
const [, settings = ''] = /```\n(connection faiwatch\n[\s\S]*?)```/.exec(guide) ?? [];

test('a bridge of Mosquitto, as the guide has it, brings the sites and takes the buttons along', async () => {
  await using app = await App.start();
  const board = app.board();
  const device = await app.connect(board);
  const { name, password } = openHome(app);
  const bridge = settings
    .replace('faiwatch.example.com:1883', `127.0.0.1:${app.server.ready.mqtt}`)
    .replace('home-1f2e3d4c', name)
    .replace('the-password', password);
  const mosquitto = prepareMosquitto(...bridge.trimEnd().split('\n'));
  await using _ = { [Symbol.asyncDispose]: () => mosquitto.remove() };
  await mosquitto.start();
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`);
  const assistant = new HomeAssistant();
  client.on('message', (topic, payload) => assistant.take(topic, payload.toString()));
  await client.subscribeAsync(['homeassistant/#', 'faiwatch/#']);
  const shows = (id: string) => {
    const [platform, entity] = id.split('.');
    return assistant.state(`${platform}.${board.id.replaceAll('-', '_')}_${entity}`);
  };
  const until = async (claim: () => boolean) => {
    while (!claim()) await Bun.sleep(10);
  };
  await until(() => shows('binary_sensor.power') === 'on');
  await device.losesMains();
  await app.advance('6 s');
  await until(() => shows('binary_sensor.power') === 'off');
  await client.publishAsync(`faiwatch/home/${board.id}/acknowledge`, 'PRESS', { qos: 1 });
  await until(
    () => app.data.readNumber('SELECT count(*) FROM outages WHERE acknowledged_at > 0') > 0,
  );
  expect(assistant.refused).toEqual([]);
  await client.endAsync();
});
