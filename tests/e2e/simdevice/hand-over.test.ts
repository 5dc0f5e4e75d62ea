/** A site changes hands while its board, with the firmware's own core, is connected. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { describeSetupNetwork, digestKey } from '../../../src/domain/devices/setup-network.ts';
import { ApiClient } from '../api-client.ts';
import { waitFor } from '../wait-for.ts';
import { ServedSite } from './served-site.ts';

const password = 'a password for a story';

let site: ServedSite;
beforeAll(async () => {
  site = await ServedSite.start({}, { env: { FAIWATCH_ADMIN_PASSWORD: password } });
}, 60_000);
afterAll(() => site?.[Symbol.asyncDispose]());

test('the board comes in with its new token, and its set-up network follows the new key', async () => {
  await using device = await site.install(6_100_001);
  const admin = await ApiClient.logIn(site.server, { username: 'admin', password });
  const readBoard = () =>
    site.home.data.read<{ hash: string; next: string | null; due: number | null; key: string }>(
      `SELECT token_hash AS hash, next_token_hash AS next, credentials_due_at AS due, key_code AS key
       FROM devices JOIN activation_keys ON device_row = devices.id WHERE device_id = ?`,
      device.deviceId,
    )[0];
  const before = readBoard();
  expect(before?.key).toBeString();
  const made = await admin.post('/api/customers', { phone: '+66822222222', name: 'Buyer' });
  const customer = { customer_id: made.body.data.id };
  // A board tells its features with its second heartbeat.
  await device.expectEvent({ event: 'mqtt', state: 'published', payload: /"features"/ }, 30_000);
  expect((await admin.put(`/api/keys/${before?.key}`, customer)).status).toBe(200);
  await waitFor(
    'new token in use',
    () => {
      const now = readBoard();
      return now?.hash !== before?.hash && now?.next === null && now?.due === null;
    },
    20_000,
  );
  const after = readBoard();
  expect(after?.key).not.toBe(before?.key);
  // The board stayed online and did not have to enrol.
  expect(site.outages(device)).toEqual([]);
  await waitFor(
    'its first heartbeat for the buyer',
    () => site.readDevice(device)?.link === 'online',
  );
  expect(device.events({ event: 'http', state: 'started', path: /enrol/ })).toHaveLength(1);

  device.forgetLog();
  await device.make('button on');
  const network = describeSetupNetwork(device.deviceId, digestKey(after?.key ?? ''));
  await device.expectEvent(
    { event: 'access_point', state: 'open', passphrase: network.password },
    20_000,
  );
  await device.make('button off');
  const told = await admin.get(`/api/devices/${device.deviceId}/setup-network`);
  expect(told.body.data).toEqual(network);
}, 90_000);
