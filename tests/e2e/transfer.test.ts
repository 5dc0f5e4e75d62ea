/** A site changes hands while its board is connected: it stays watched, and no old credential works. */
import { beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from './api-client.ts';
import { Board } from './board.ts';
import { enrolBoard, installBinary } from './harness.ts';
import { HttpDevice } from './http-device.ts';
import { buildSimDevice, SimDevice } from './simdevice/sim-device.ts';
import { waitFor } from './wait-for.ts';

const deviceId = 'fw-00000000f00d';
const seller = { phone: '+66811111111', chat: 6_000_001 };
const buyer = { phone: '+66822222222', chat: 6_000_002 };
const password = 'a password for a story';

// On a fresh clone that takes a while.
beforeAll(buildSimDevice, 300_000);

test.each(['mqtt', 'http'] as const)(
  'a board connected over %s is transferred without a heartbeat missed, and old credentials end',
  async (transport) => {
    await using home = await installBinary();
    const telegram = await home.startTelegram({ chats: 'any' });
    const [key = ''] = await home.createKeys(1);
    const server = await home.serve({ telegram, env: { FAIWATCH_ADMIN_PASSWORD: password } });
    const admin = await ApiClient.logIn(server, { username: 'admin', password });
    await using device = await SimDevice.start({
      server: server.url,
      key,
      phone: seller.phone,
      args: [
        ...['--device-id', deviceId, '--mains-sense', '--transport', transport],
        // A heartbeat every half second.
        ...['--time-scale', '20'],
      ],
    });
    const answer =
      transport === 'mqtt'
        ? { event: 'mqtt', state: 'acknowledged' }
        : { event: 'http', state: 'answered', path: /heartbeat/, status: 200 };
    const answered = () => device.events(answer).length;
    await waitFor('third heartbeat', () => answered() >= 3, 10_000);
    const old = readToken(device);

    // Both have a chat; the account of the first came with the board.
    const made = await admin.post('/api/customers', { phone: buyer.phone, name: 'Buyer' });
    const owners = home.data.read<{ id: number; phone: string }>('SELECT id, phone FROM customers');
    for (const { id, phone } of owners) {
      const chat = phone === buyer.phone ? buyer.chat : seller.chat;
      home.data.write(
        `INSERT INTO recipients (customer_id, channel, address, created_at)
        VALUES (?, 'telegram', ?, 0)`,
        id,
        String(chat),
      );
    }

    const movedAt = answered();
    const moved = await admin.put(`/api/keys/${key}`, { customer_id: made.body.data.id });
    expect(moved.status).toBe(200);
    const code: string = moved.body.data.key_code;
    expect(code).not.toBe(key);
    const tokenOf = () =>
      home.data.read<{ hash: string; next: string | null; due: number | null }>(
        `SELECT token_hash AS hash, next_token_hash AS next, credentials_due_at AS due FROM devices`,
      )[0];
    await waitFor('new token', () => tokenOf()?.next === null && tokenOf()?.due === null);
    const soFar = answered();
    await waitFor('heartbeats with it', () => answered() >= soFar + 4);

    // The board never enrolled again, was never dropped, and was heard all the time.
    expect(device.events({ event: 'http', state: 'started', path: /enrol/ })).toHaveLength(1);
    expect(device.events({ event: transport, state: /^(ended|failed)$/ })).toEqual([]);
    const times = device.events(answer).slice(movedAt - 1);
    const gaps = times.slice(1).map(({ t }, index) => t - (times[index]?.t ?? t));
    expect(Math.max(...gaps)).toBeLessThan(2_000);
    const shown = await admin.get(`/api/devices/${deviceId}`);
    expect(shown.body.data).toMatchObject({ status: 'online', credentials_due_at: null });

    expect(readToken(device)).not.toBe(old);
    const former = new HttpDevice(
      server.url,
      new Board({ device_id: deviceId, device_token: old }),
    );
    await expect(former.beats()).rejects.toThrow('INVALID_TOKEN');
    for (const { phone } of [seller, buyer]) {
      await expect(enrolBoard(server, { deviceId, key, phone })).rejects.toThrow('KEY_NOT_FOUND');
      await expect(ApiClient.logIn(server, { phone, activationKey: key })).rejects.toThrow('401');
    }
    const portal = await ApiClient.logIn(server, { phone: buyer.phone, activationKey: code });
    expect(portal.token).toBeDefined();

    home.data.write('UPDATE devices SET downtime_threshold_seconds = 5');
    await device.make('time-scale 1');
    await device.make('mains off');
    await telegram.expectMessage({ chatId: buyer.chat, contains: 'F00D: ไฟดับ' }, 20_000);
    const alerts = home.data.read(`SELECT recipient FROM notifications WHERE kind = 'alert'`);
    expect(alerts).toEqual([{ recipient: String(buyer.chat) }]);
  },
  60_000,
);

/** What the board keeps in its flash. */
function readToken(device: SimDevice): string {
  const stored = readFileSync(join(device.store, 'kv', 'enrolment'), 'latin1');
  return /fwd_[\w-]{43}/.exec(stored)?.[0] ?? '';
}
