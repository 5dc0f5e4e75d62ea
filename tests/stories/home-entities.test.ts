/** docs/home-assistant.md, its table of what the entities say: told by a server, read as Home Assistant reads. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mqtt from 'mqtt';
import { formatTable } from '../../scripts/bench/lib/report.ts';
import { repositoryDir } from '../../scripts/lib/paths.ts';
import type { MqttDevice } from '../e2e/mqtt-device.ts';
import { HomeAssistant } from '../fakes/home-assistant.ts';
import { App } from '../support/app.ts';
import { openHome } from '../support/open-home.ts';

interface Site {
  readonly app: App;
  readonly device: MqttDevice;
  readonly assistant: HomeAssistant;
  /** Presses a button of the site. */
  press(button: string): Promise<unknown>;
  /** Waits until an entity says so. */
  expectState(entity: string, state: string): Promise<void>;
}

const entityOf = (app: App, short: string) =>
  short.replace('…', `.${app.board().id.replaceAll('-', '_')}`);

const ofTheBattery = ['sensor…_voltage', 'sensor…_battery'];

/** A site that is well, and a Home Assistant that has found it. */
async function withSite(act: (site: Site) => Promise<void>): Promise<void> {
  await using app = await App.start();
  const device = await app.connect();
  const { name: username, password } = openHome(app, 1);
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.server.ready.mqtt}`, {
    username,
    password,
    reconnectPeriod: 0,
  });
  const assistant = new HomeAssistant();
  client.on('message', (topic, payload) => assistant.take(topic, payload.toString()));
  await client.subscribeAsync(['homeassistant/#', 'faiwatch/#'], { qos: 1 });
  const site: Site = {
    app,
    device,
    assistant,
    press: (button) =>
      client.publishAsync(assistant.buttonOf(entityOf(app, button)) ?? '', 'PRESS', { qos: 1 }),
    async expectState(entity, state) {
      while (assistant.state(entityOf(app, entity)) !== state) await Bun.sleep(5);
    },
  };
  await site.expectState('binary_sensor…_power', 'on');
  // Whether a board is heard comes in a message of its own.
  for (const entity of ofTheBattery) await site.expectState(entity, 'unknown');
  await act(site);
  expect(assistant.refused).toEqual([]);
  await client.endAsync();
}

test('the table of the page is what Home Assistant is told', async () => {
  const rows = new Map<string, string[]>();
  const take = ({ app, assistant }: Site) => {
    const prefix = entityOf(app, '…');
    for (const { platform, default_entity_id: id, name } of assistant.entities) {
      if (platform === 'button') continue;
      const said = assistant.state(id) ?? 'none';
      const short = id.replace(prefix, '…');
      const row = rows.get(short) ?? [`\`${short}\``, name ?? ''];
      rows.set(short, [...row, Number.isNaN(Date.parse(said)) ? said : 'a time']);
    }
  };

  await withSite(async (site) => {
    take(site);
    await site.device.losesMains();
    await site.app.advance('6 s');
    await site.expectState('binary_sensor…_power', 'off');
    take(site);
    await site.press('button…_acknowledge');
    await site.app.advance('2 s');
    await site.expectState('sensor…_acknowledged_by', 'Home Assistant');
    take(site);
  });
  await withSite(async (site) => {
    site.device.vanishes();
    await site.app.advance('30 s');
    await site.expectState('sensor…_cause', 'silent');
    for (const entity of ofTheBattery) await site.expectState(entity, 'unavailable');
    take(site);
  });

  const situations = ['power on', 'mains lost', 'acknowledged there', 'contact lost'];
  const table = formatTable(['entity', 'name', ...situations], [...rows.values()]);
  const page = readFileSync(join(repositoryDir, 'docs/home-assistant.md'), 'utf8');
  if (!page.includes(table)) throw new Error(`The page has another table than:\n\n${table}\n`);
});
