import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { HttpWorld, refused } from '../../tests/support/http-world.ts';
import { makeCustomer, makeDevice } from '../../tests/support/monitor.ts';
import { describeSetupNetwork } from '../domain/setup-network.ts';
import type { LiveDevice } from '../monitor/live-device.ts';
import { releaseDevice } from '../monitor/release-device.ts';
import { activationKeys, auditLog } from '../store/schema.ts';

let world: HttpWorld;
let customerId: number;
let device: LiveDevice;

beforeEach(() => {
  world = new HttpWorld();
  customerId = makeCustomer(world.monitor);
  device = makeDevice(world.monitor, { customerId });
});

const db = () => world.monitor.store.db;
const keyOf = ({ row }: LiveDevice) =>
  db().select().from(activationKeys).where(eq(activationKeys.deviceRow, row)).get()?.keyCode ?? '';
const path = (who: 'customer/' | '') => `/api/${who}devices/${device.deviceId}/setup-network`;

describe('the set-up network of a device', () => {
  test('is told to its owner and to operators, and the audit log says to whom', async () => {
    const data = describeSetupNetwork(device.deviceId, keyOf(device));
    expect(data.password).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    const asked = [
      await world.get(path('customer/'), await world.customer(customerId)),
      await world.get(path(''), await world.admin()),
    ];
    for (const { status, body } of asked) {
      expect(status).toBe(200);
      expect(body).toEqual({ ok: true, data });
    }
    const audited = db().select().from(auditLog).all();
    expect(audited.filter(({ action }) => action === 'device.show-setup-network')).toMatchObject([
      { actor: `customer:${customerId}`, subject: device.deviceId },
      { actor: 'admin:admin', subject: device.deviceId },
    ]);
    // Who may read the log may not therefore join the network.
    expect(JSON.stringify(audited)).not.toContain(data.password);
  });

  test('is told to no other customer', async () => {
    const stranger = await world.customer(makeCustomer(world.monitor));
    expect(await world.get(path('customer/'), stranger)).toMatchObject(refused(404, 'NOT_FOUND'));
  });

  test('is not known of a device that was let go', async () => {
    const admin = await world.admin();
    releaseDevice(
      world.monitor,
      device.deviceId,
      { name: 'test', address: null },
      world.monitor.clock(),
    );
    expect(await world.get(path(''), admin)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
