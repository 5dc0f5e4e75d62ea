/** A site changes hands while its board is connected: nobody looks away, and nothing old opens anything. */
import { expect, test } from 'bun:test';
import { makeDeviceApi } from '../../src/cli/simulate/device-api.ts';
import type { Counters } from '../../src/cli/simulate/fleet.ts';
import { openMqttLink } from '../../src/cli/simulate/mqtt-link.ts';
import { Slots } from '../../src/cli/simulate/slots.ts';
import { VirtualDevice } from '../../src/cli/simulate/virtual-device.ts';
import { realTime } from '../../src/server/clock.ts';
import { ApiClient } from './api-client.ts';
import { installBinary } from './harness.ts';
import { waitFor } from './wait-for.ts';

const deviceId = 'fw-00000000f00d';
const seller = { phone: '+66811111111', chat: 6_000_001 };
const buyer = { phone: '+66822222222', chat: 6_000_002 };
const password = 'a password for a story';

test.each(['mqtt', 'http'] as const)(
  'a board connected over %s is transferred without a heartbeat missed, and old credentials end',
  async (transport) => {
    await using home = await installBinary();
    const telegram = await home.startTelegram({ chats: 'any' });
    const [key = ''] = await home.createKeys(1);
    const server = await home.serve({ telegram, env: { FAIWATCH_ADMIN_PASSWORD: password } });
    const admin = await ApiClient.logIn(server, { username: 'admin', password });
    const api = makeDeviceApi(new URL(server.url));
    const tokens: string[] = [];
    const answered: number[] = [];
    const counters: Counters = {
      ...{ beatsSent: 0, beatsAcknowledged: 0, reportsAcknowledged: 0 },
      ...{ drops: 0, errors: 0, lastError: null },
    };
    const device = new VirtualDevice(
      {
        ...{ deviceId, deviceType: 's2-mini', hasMainsSense: true, seed: 'transfer' },
        ...{ activationKey: key, phone: seller.phone },
      },
      {
        time: realTime,
        api: {
          ...api,
          async enrol(request) {
            const answer = await api.enrol(request);
            tokens.push(answer.device_token);
            return answer;
          },
        },
        openLink: transport === 'http' ? null : openMqttLink,
        mqttUrlOf: () => `mqtt://127.0.0.1:${server.mqtt}`,
        intervalMs: 500,
        slots: new Slots(1),
        counters,
      },
    );
    home.defer(() => device.stop());
    device.switchOn();
    await waitFor('third heartbeat', () => counters.beatsAcknowledged >= 3, 10_000);

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

    let last = counters.beatsAcknowledged;
    const watch = setInterval(() => {
      if (counters.beatsAcknowledged > last) answered.push(performance.now());
      last = counters.beatsAcknowledged;
    }, 20);
    home.defer(() => clearInterval(watch));
    const moved = await admin.put(`/api/keys/${key}`, { customer_id: made.body.data.id });
    expect(moved.status).toBe(200);
    const code: string = moved.body.data.key_code;
    expect(code).not.toBe(key);
    const tokenOf = () =>
      home.data.read<{ hash: string; next: string | null; due: number | null }>(
        `SELECT token_hash AS hash, next_token_hash AS next, credentials_due_at AS due FROM devices`,
      )[0];
    await waitFor('new token', () => tokenOf()?.next === null && tokenOf()?.due === null);
    const soFar = counters.beatsAcknowledged;
    await waitFor('heartbeats with it', () => counters.beatsAcknowledged >= soFar + 4);
    clearInterval(watch);

    // It never enrolled again, was never dropped, and was heard all the time.
    expect(tokens).toHaveLength(1);
    expect(counters).toMatchObject({ drops: 0, errors: 0 });
    expect(counters.beatsSent - counters.beatsAcknowledged).toBeLessThanOrEqual(1);
    const gaps = answered.slice(1).map((at, index) => at - (answered[index] ?? at));
    expect(Math.max(...gaps)).toBeLessThan(2_000);
    const shown = await admin.get(`/api/devices/${deviceId}`);
    expect(shown.body.data).toMatchObject({ status: 'online', credentials_due_at: null });

    const [old = ''] = tokens;
    const beat = device.makeHeartbeat();
    await expect(api.heartbeat(old, beat)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    for (const { phone } of [seller, buyer]) {
      const board = { ...device.makeEnrolment(), phone };
      await expect(api.enrol(board)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
      await expect(ApiClient.logIn(server, { phone, activationKey: key })).rejects.toThrow('401');
    }
    const portal = await ApiClient.logIn(server, { phone: buyer.phone, activationKey: code });
    expect(portal.token).toBeDefined();

    home.data.write('UPDATE devices SET downtime_threshold_seconds = 5');
    device.suffer('lose-mains');
    await telegram.expectMessage({ chatId: buyer.chat, contains: 'F00D: ไฟดับ' }, 20_000);
    const alerts = home.data.read(`SELECT recipient FROM notifications WHERE kind = 'alert'`);
    expect(alerts).toEqual([{ recipient: String(buyer.chat) }]);
  },
  60_000,
);
