/**
 * Makes the database that the tests of later releases start from, in tests/fixtures/releases:
 *
 *   bun scripts/make-release-database.ts
 *
 * Run once for a release, from its source; docs/releasing.md. It holds an installation that has seen
 * a bit of everything: outages that are over, acknowledged and open, alerts that went out, failed and
 * still wait, keys in every state, settings, an audit log, firmware on its way.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../package.json';
import { acknowledgeOutages } from '../src/actions/alerts/acknowledge-outages.ts';
import { createMessengerLink } from '../src/actions/alerts/create-messenger-link.ts';
import { enrolDevice } from '../src/actions/devices/enrol-device.ts';
import { releaseDevice } from '../src/actions/devices/release-device.ts';
import { flushVitals } from '../src/actions/fleet/flush-vitals.ts';
import type { LiveDevice } from '../src/actions/fleet/live-device.ts';
import { recordAbsence, recordAlive } from '../src/actions/fleet/observe-self.ts';
import { recordHeartbeat } from '../src/actions/fleet/record-heartbeat.ts';
import { rollUpHeartbeats } from '../src/actions/fleet/roll-up-heartbeats.ts';
import { createKeys, type KeyOrder } from '../src/actions/keys/create-keys.ts';
import { renewKey } from '../src/actions/keys/renew-key.ts';
import { revokeKey } from '../src/actions/keys/revoke-key.ts';
import { createAdmin } from '../src/actions/people/create-admin.ts';
import { logInCustomer } from '../src/actions/people/log-in.ts';
import { saveSettings } from '../src/actions/system/save-settings.ts';
import { versionKey } from '../src/domain/firmware/firmware-version.ts';
import { SendError } from '../src/notify/channel.ts';
import { recipients } from '../src/store/alerts/tables.ts';
import { firmwareFailures, firmwareImages, firmwareTargets } from '../src/store/firmware/tables.ts';
import { customers } from '../src/store/people/tables.ts';
import { beat } from '../tests/support/beats.ts';
import { makeDeliveryWorld } from '../tests/support/delivery-world.ts';
import { openTestStore } from '../tests/support/monitor.ts';
import { releaseAdmin, releaseDatabasesDir } from '../tests/support/release-databases.ts';
import { repositoryDir } from './lib/paths.ts';

const actor = { name: 'admin:admin', address: '192.0.2.7' };
const outfile = join(releaseDatabasesDir, `${version}.db.zst`);
if (existsSync(outfile)) throw new Error(`${outfile} is there; what was released does not change`);

process.chdir(repositoryDir);
const work = await mkdtemp(join(tmpdir(), 'faiwatch-release-database-'));
try {
  const path = join(work, 'faiwatch.db');
  await fill(path);
  await mkdir(releaseDatabasesDir, { recursive: true });
  const compressed = Bun.zstdCompressSync(await readFile(path), { level: 19 });
  await writeFile(outfile, compressed);
  console.log(`${outfile}: ${(compressed.length / 1000).toFixed(0)} kB`);
} finally {
  await rm(work, { recursive: true });
}

async function fill(path: string): Promise<void> {
  const store = openTestStore();
  const world = makeDeliveryWorld({ store });
  const { monitor, channel } = world;
  const now = () => monitor.clock();

  recordAbsence(monitor, now());
  await createAdmin(monitor, { ...releaseAdmin, role: 'owner' }, actor, now());
  saveSettings(monitor, { recoveryDelay: 1, priceS2Mini: 350 }, actor, now());

  const order: KeyOrder = { count: 1, purchaseType: 'key_only', deviceType: null, phone: null };
  const read = (sql: string, device: number) => {
    const [row] = store.sqlite.query(sql).values(device);
    if (row === undefined) throw new Error(`nothing is there: ${sql}`);
    return String(row[0]);
  };
  const makeKey = (changes: Partial<KeyOrder> = {}) => {
    const [code] = createKeys(monitor, { ...order, ...changes }, actor, now());
    if (code === undefined) throw new Error('no key was made');
    return code;
  };
  const enrol = (serial: number, customer: number): LiveDevice => {
    const device_id = `fw-00000000${serial.toString(16).padStart(4, '0')}`;
    const phone = phoneOf(customer);
    const activation_key = makeKey({
      phone,
      purchaseType: 'device_bundle',
      deviceType: serial % 2 === 0 ? 's2-mini' : 't-display',
      notes: serial % 3 === 0 ? 'ร้านก๋วยเตี๋ยว' : null,
    });
    enrolDevice(
      monitor,
      { device_id, activation_key, phone, device_type: 's2-mini', firmware_version: '1.0.0' },
      now(),
    );
    const device = monitor.fleet.get(device_id);
    if (device === undefined) throw new Error('the device was not loaded');
    return device;
  };

  for (let customer = 1; customer <= 8; customer += 1) {
    store.db
      .insert(customers)
      .values({
        id: customer,
        name: `ลูกค้า ${customer}`,
        phone: phoneOf(customer),
        email: customer % 2 === 0 ? `customer${customer}@example.com` : null,
        language: customer % 2 === 0 ? 'en' : 'th',
        isActive: customer !== 8,
        createdAt: now().wallMs,
      })
      .run();
    store.db
      .insert(recipients)
      .values({
        customerId: customer,
        channel: 'telegram',
        address: String(7000 + customer),
        createdAt: now().wallMs,
      })
      .run();
  }
  const fleet = Array.from({ length: 14 }, (_, i) => enrol(i + 1, (i % 7) + 1));
  const [first, second, third, fourth, fifth, last] = fleet;
  if (!(first && second && third && fourth && fifth && last)) throw new Error('the fleet is small');

  await world.restoreMains(...fleet);
  // This device is not heard again.
  await recordHeartbeat(monitor, enrol(15, 7), beat(), 'http', now());
  await world.advance(90);

  // These outages are over and were told; one was acknowledged.
  await world.loseMains(first, second);
  await world.advance(75);
  acknowledgeOutages(
    monitor,
    {
      customerId: 1,
      outageIds: [Number(read('SELECT id FROM outages WHERE device_row = ?', first.row))],
      actor,
      by: 'Somchai',
    },
    now(),
  );
  await world.advance(330);
  await world.restoreMains(first, second);
  await world.advance(120);

  // One message fails for good.
  channel.answer = () => {
    throw new SendError('Forbidden: bot was blocked by the user', { permanent: true });
  };
  await world.loseMains(third);
  await world.advance(90);
  await world.restoreMains(third);
  await world.advance(90);

  // One message waits because the messenger is away, and its outage goes on.
  channel.answer = () => {
    throw new SendError('connect ECONNREFUSED', { permanent: false });
  };
  await world.loseMains(fourth);
  await world.advance(90);

  rollUpHeartbeats(monitor, now());
  flushVitals(monitor);

  makeKey({ count: 5 });
  revokeKey(monitor, makeKey(), actor, now());
  renewKey(
    monitor,
    read('SELECT key_code FROM activation_keys WHERE device_row = ?', fifth.row),
    12,
    actor,
    now(),
  );
  releaseDevice(monitor, last.deviceId, actor, now());
  createMessengerLink(monitor, 2, now());
  await logInCustomer(
    { monitor },
    { phone: phoneOf(1), activationKey: 'AAAAA-AAAAA-AAAAA-AAAAA' },
    '192.0.2.8',
    now(),
  ).catch(() => {});

  const sha256 = 'ab'.repeat(32);
  const { id: imageId } = store.db
    .insert(firmwareImages)
    .values({
      board: 's2-mini',
      version: '1.1.0',
      versionKey: versionKey('1.1.0') ?? '',
      size: 1_000_000,
      sha256,
      signature: 'c2lnbmVk',
      parts: [{ name: 'app', offset: 0x10000, size: 1_000_000, sha256, md5: 'cd'.repeat(16) }],
      percent: 10,
      addedAt: now().wallMs,
    })
    .returning({ id: firmwareImages.id })
    .get();
  store.db.insert(firmwareTargets).values({ imageId, deviceRow: first.row }).run();
  const failed = { imageId, deviceRow: second.row, failedAt: now().wallMs };
  store.db.insert(firmwareFailures).values(failed).run();

  recordAlive(monitor, now());
  world.time.advanceMs(600_000);
  recordAbsence(monitor, now());

  await world.delivery.settled();
  store.sqlite.query('VACUUM INTO ?').run(path);
  store.close();
}

function phoneOf(customer: number): string {
  return `+6681000000${customer}`;
}
