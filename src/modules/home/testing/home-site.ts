import mqtt from 'mqtt';
import type { MqttDevice } from '../../../../tests/e2e/mqtt-device.ts';
import { App } from '../../../../tests/support/app.ts';
import { HomeAssistant } from './home-assistant.ts';
import { openHome } from './open-home.ts';

/** A site, and the Home Assistant that is told of it. */
export interface HomeSite {
  readonly app: App;
  readonly device: MqttDevice;
  readonly assistant: HomeAssistant;
  /** Presses a button of the site. */
  press(button: string): Promise<unknown>;
  /** Waits until an entity says so. */
  expectState(entity: string, state: string): Promise<void>;
}

/** @param short `sensor…_since`, as docs/home-assistant.md writes it */
export const entityOf = (app: App, short: string) =>
  short.replace('…', `.${app.board().id.replaceAll('-', '_')}`);

/** What only a board with a battery measures. */
export const batteryEntities = ['sensor…_voltage', 'sensor…_battery'];

/** A site that is well, and a Home Assistant that has found it. */
export async function withHomeSite(act: (site: HomeSite) => Promise<void>): Promise<void> {
  await using app = await App.start();
  const device = await app.connect();
  const { name: username, password } = openHome(app);
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.server.ready.mqtt}`, {
    username,
    password,
    reconnectPeriod: 0,
  });
  const assistant = new HomeAssistant();
  client.on('message', (topic, payload) => assistant.take(topic, payload.toString()));
  await client.subscribeAsync(['homeassistant/#', 'faiwatch/#'], { qos: 1 });
  const site: HomeSite = {
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
  for (const entity of batteryEntities) await site.expectState(entity, 'unknown');
  await act(site);
  if (assistant.refused.length > 0) throw new Error(`It refused ${assistant.refused.join('\n')}`);
  await client.endAsync();
}
