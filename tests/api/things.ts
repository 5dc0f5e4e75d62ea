/**
 * What the calls act on: customer A with a device, keys, an outage and what it led to; customer B with nothing of
 * A’s.
 */
import { eq } from 'drizzle-orm';
import { addContact } from '../../src/actions/alerts/edit-contacts.ts';
import { planTime } from '../../src/actions/alerts/plan-times.ts';
import { enrolDevice } from '../../src/actions/devices/enrol-device.ts';
import { drawSecret, hashSecret } from '../../src/actions/engine/secrets.ts';
import { recordEvents } from '../../src/actions/fleet/record-events.ts';
import { createKeys } from '../../src/actions/keys/create-keys.ts';
import { createApiToken } from '../../src/actions/people/api-tokens.ts';
import { generateActivationKey } from '../../src/domain/keys/activation-key.ts';
import {
  outageCalendarDevices,
  outageCalendars,
  reportShares,
} from '../../src/store/alerts/tables.ts';
import { insertImage, readImages } from '../../src/store/firmware/firmware-images.ts';
import { activationKeys } from '../../src/store/keys/tables.ts';
import { notifications } from '../../src/store/outbox/tables.ts';
import { findCustomer, updateCustomer } from '../../src/store/people/customers.ts';
import { customers } from '../../src/store/people/tables.ts';
import { insertOperatorRecipient } from '../../src/store/system/operator-recipients.ts';
import { report } from '../support/beats.ts';
import { addTestFirmware } from '../support/firmware-world.ts';
import { HttpWorld } from '../support/http-world.ts';
import {
  makeCustomer,
  makeDevice,
  type TestMonitor,
  testActor,
  testStart,
} from '../support/monitor.ts';

/** Its files are shared: nothing that is called here writes to them. */
export const firmwareWorld = new HttpWorld();
addTestFirmware(firmwareWorld);
const firmwareImages = readImages(firmwareWorld.monitor.store);

/** Made once: a backup takes longer than all the rest of a world. */
export const oneBackup = firmwareWorld.backups.add('manual', testStart - 60_000);

/** In the name that A gave to a site. */
export const sitePhone = '089-876-5432';

export const deviceToken = `fwd_${'a'.repeat(43)}`;
export const revokedToken = `fwd_${'r'.repeat(43)}`;

/** What the calls act on. */
export interface Things {
  readonly customerA: number;
  readonly customerB: number;
  /** A token of an owner. */
  readonly admin: string;
  readonly deviceId: string;
  /** The key of A's device. */
  readonly usedKey: string;
  /** A key of A that no device uses. */
  readonly freeKey: string;
  readonly calendar: string;
  /** The secret of a shared report. */
  readonly report: string;
}

/** The database of a world, and what is in it. Living through it takes longer than most calls. */
export const lived = liveThrough();

async function liveThrough() {
  const http = new HttpWorld({ firmware: firmwareWorld.firmware });
  const things = await makeThings(http);
  await losePower(http.monitor, things);
  return { database: http.monitor.store.sqlite.serialize(), things };
}

async function makeThings(http: HttpWorld): Promise<Things> {
  const { monitor } = http;
  const [customerA, customerB] = [makeCustomer(monitor), makeCustomer(monitor)];
  const admin = await http.admin();
  // Their phone is all that is known of many customers, and stands for their name.
  monitor.store.sqlite.run("UPDATE customers SET phone = '+66812345678' WHERE id = ?", [customerA]);
  monitor.store.sqlite.run('UPDATE customers SET name = phone WHERE id = ?', [customerA]);
  const device = makeDevice(monitor, {
    // As the examples of the document name it.
    deviceId: 'fw-a1b2c3d4e5f6',
    customerId: customerA,
    siteName: `Kitchen, ${sitePhone}`,
    token: deviceToken,
  });
  const usedKey = generateActivationKey((count) => crypto.getRandomValues(new Uint8Array(count)));
  monitor.store.sqlite.run('UPDATE activation_keys SET key_code = ? WHERE device_row = ?', [
    usedKey,
    device.row,
  ]);
  const phone = findCustomer(monitor.store, customerA)?.phone ?? null;
  const notes = `For ${phone}`;
  const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone, notes } as const;
  const [freeKey = ''] = createKeys(monitor, order, testActor, monitor.clock());
  askToJoin(monitor, phone);
  for (const { board, version, size, sha256, signature, parts } of firmwareImages) {
    const image = { board, version, size, sha256, signature, parts };
    insertImage(monitor.store, image, monitor.clock().wallMs);
  }
  monitor.store.sqlite.run('UPDATE firmware_images SET percent = 100');
  const program = { name: 'A program', role: 'viewer', scopes: [], expiresAt: null } as const;
  createApiToken(monitor, program, testActor, monitor.clock());
  addContact(monitor, customerA, 'Brother', testActor, monitor.clock());
  const mine = { channel: 'email', address: 'me@example.com', language: 'en' } as const;
  insertOperatorRecipient(monitor.store, { ...mine, isForAllSites: false }, testStart);
  for (const customerId of [customerA, null]) {
    const times = { startsAt: testStart + 3_600_000, endsAt: testStart + 7_200_000 };
    const what = { kind: 'announced', note: '', isWeekly: false } as const;
    const wanted = { ...what, ...times, deviceIds: [device.deviceId] };
    planTime(monitor, customerId, wanted, 'Asia/Bangkok', testActor, monitor.clock());
    const read = { readAt: testStart, nextReadAt: testStart, createdAt: testStart };
    const outside = { customerId, url: 'https://example.com/outages.ics', ...read };
    const { id: calendarId } = monitor.store.db
      .insert(outageCalendars)
      .values({ ...outside, isForChosenSites: true })
      .returning()
      .get();
    monitor.store.db
      .insert(outageCalendarDevices)
      .values({ calendarId, deviceRow: device.row })
      .run();
  }
  const calendar = drawSecret();
  updateCustomer(monitor.store, customerA, { calendarHash: hashSecret(calendar) });
  const report = drawSecret();
  const days = { firstDate: '2026-01-01', lastDate: '2026-01-31' };
  const lasting = { createdAt: testStart, expiresAt: testStart + 30 * 86_400_000 };
  monitor.store.db
    .insert(reportShares)
    .values({
      ...{ customerId: customerA, language: 'en', secretHash: hashSecret(report) },
      ...days,
      ...lasting,
    })
    .run();
  monitor.store.db.delete(notifications).run();
  const { deviceId } = device;
  return { customerA, customerB, admin, deviceId, usedKey, freeKey, calendar, report };
}

/** A board was set up with A's phone and a key of nobody's. */
function askToJoin(monitor: TestMonitor, phone: string | null): void {
  monitor.store.db.update(customers).set({ phoneProvenAt: 1 }).run();
  const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone: null } as const;
  const [activation_key = ''] = createKeys(monitor, order, testActor, monitor.clock());
  const enrolment = {
    device_id: 'fw-0123456789ab',
    activation_key,
    phone: phone ?? '',
    device_type: 's2-mini',
    firmware_version: '1.0.0',
  } as const;
  enrolDevice(monitor, enrolment, monitor.clock());
  monitor.store.db.delete(notifications).run();
}

/** Power fails at A's, and an alert of it cannot be delivered; the key of another device is revoked. */
async function losePower(monitor: TestMonitor, { customerA, deviceId }: Things): Promise<void> {
  const revoked = makeDevice(monitor, { customerId: customerA, token: revokedToken });
  const ofRevoked = eq(activationKeys.deviceRow, revoked.row);
  monitor.store.db.update(activationKeys).set({ isActive: false }).where(ofRevoked).run();
  const device = monitor.fleet.get(deviceId);
  if (device === undefined) throw new Error('the device is not there');
  const stored = recordEvents(monitor, device, [report('POWER_DOWN')], 'http', monitor.clock());
  monitor.commits.flush();
  await stored;
  monitor.store.db
    .update(notifications)
    .set({ status: 'failed', attempts: 1, lastError: 'blocked' })
    .run();
}
