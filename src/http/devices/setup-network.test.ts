import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { releaseDevice } from '../../actions/devices/release-device.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { createKeys } from '../../actions/keys/create-keys.ts';
import { transferKey } from '../../actions/keys/transfer-key.ts';
import { describeSetupNetwork, digestKey } from '../../domain/devices/setup-network.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { auditLog } from '../../store/people/tables.ts';

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
    const data = describeSetupNetwork(device.deviceId, digestKey(keyOf(device)));
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

  test('of a device that was let go is told to operators, who may have to set it up anew', async () => {
    const admin = await world.admin();
    const data = describeSetupNetwork(device.deviceId, digestKey(keyOf(device)));
    releaseDevice(world.monitor, device.deviceId, testActor, world.monitor.clock());
    expect((await world.get(path(''), admin)).body).toEqual({ ok: true, data });
    const former = await world.customer(customerId);
    expect(await world.get(path('customer/'), former)).toMatchObject(refused(404, 'NOT_FOUND'));
  });

  test('after a transfer that did not reach the board is that of the key the board holds', async () => {
    const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone: null } as const;
    const now = world.monitor.clock();
    const [code = ''] = createKeys(world.monitor, order, testActor, now);
    const isTheirs = eq(activationKeys.deviceRow, device.row);
    db().update(activationKeys).set({ deviceRow: null }).where(isTheirs).run();
    const bound = { customerId, deviceRow: device.row, activatedAt: now.wallMs };
    db().update(activationKeys).set(bound).where(eq(activationKeys.keyCode, code)).run();
    const data = describeSetupNetwork(device.deviceId, digestKey(code));
    const next = makeCustomer(world.monitor);
    const to = { customerId: next };
    transferKey(world.monitor, keyOf(device), to, testActor, world.monitor.clock());
    const owner = await world.customer(next);
    expect((await world.get(path('customer/'), owner)).body).toEqual({ ok: true, data });
  });
});
