/** The way of firmware from a release through the commands and the server to a board. */
import { expect, test } from 'bun:test';
import mqtt from 'mqtt';
import { firmwareOfferSchema } from '../../src/contract/firmware/firmware.ts';
import { sha256Of, trustTestKey, writeRelease } from '../support/firmware.ts';
import { enrolBoard, installBinary } from './harness.ts';
import { waitFor } from './wait-for.ts';

test('a board is told of a roll-out, fetches the image, and one on which it failed is left alone', async () => {
  await using home = await installBinary();
  const [key = ''] = await home.createKeys(1);
  const server = await home.serve();
  const phone = '0812345678';
  const board = await enrolBoard(server, { deviceId: 'fw-00000000f001', key, phone });
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqtt}`, {
    clientId: board.id,
    username: board.id,
    password: board.token,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  home.defer(() => client.endAsync(true));
  const commands: unknown[] = [];
  client.on('message', (_topic, payload) => void commands.push(JSON.parse(payload.toString())));
  await client.subscribeAsync(`faiwatch/v1/${board.id}/commands`, { qos: 1 });
  const beat = (fields: Parameters<typeof board.heartbeat>[0]) =>
    client.publishAsync(
      `faiwatch/v1/${board.id}/heartbeat`,
      JSON.stringify(board.heartbeat(fields)),
      { qos: 1 },
    );
  await beat({ firmware_version: '1.0.0' });

  const get = (path: string) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${board.token}` } });
  const check = () => get('/api/device/v1/firmware?board=s2-mini&version=1.0.0');
  const rollOut = (...args: string[]) =>
    home.runForJson('firmware', 'rollout', '1.1.0', '--board', 's2-mini', ...args);

  trustTestKey(home.data.dir);
  await home.runForJson('firmware', 'add', writeRelease(home.dir));
  expect((await check()).status).toBe(204);

  await rollOut('--device', board.id);
  await waitFor('command', () => commands.length > 1);
  expect(commands).toEqual([{ type: 'tell_features' }, { type: 'check_firmware' }]);
  const offer = firmwareOfferSchema().parse(await (await check()).json());
  const image = new Uint8Array(await (await get(offer.url)).arrayBuffer());
  expect({ size: image.length, sha256: sha256Of(image) }).toEqual({
    size: offer.size,
    sha256: offer.sha256,
  });

  await rollOut('--pause');
  expect((await check()).status).toBe(204);
  expect((await get(offer.url)).status).toBe(404);
  await rollOut('--resume');
  expect((await check()).status).toBe(200);

  await beat({ firmware_version: '1.0.0', update_failed: '1.1.0' });
  expect((await check()).status).toBe(204);
  expect(await home.runForJson('firmware', 'list')).toMatchObject([
    { version: '1.1.0', failed_count: 1, installed_count: 0 },
  ]);
}, 60_000);
