import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { deviceIdSchema } from '../../../src/contract/fleet/device.ts';
import { migrationsDir } from '../../../src/installation/assets.ts';
import { recipients } from '../../../src/store/alerts/tables.ts';
import { devices } from '../../../src/store/devices/tables.ts';
import { openStore } from '../../../src/store/engine/open.ts';
import { readCredentials } from './credentials.ts';
import { seedFleet, writeCredentials } from './seed.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'faiwatch-seed-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('every seeded device can be found by its id and let in by its token', () => {
  const credentials = seedFleet(dataDir, {
    devices: 2500,
    devicesPerCustomer: 2,
    firstChatId: 9000,
    now: Date.UTC(2026, 10, 21),
  });
  const file = join(dataDir, 'credentials.jsonl');
  writeCredentials(file, credentials);
  const [last] = readCredentials(file, 2500).slice(-1);
  const store = openStore(join(dataDir, 'faiwatch.db'), { migrationsDir: migrationsDir() });
  const row = store.db
    .select()
    .from(devices)
    .where(eq(devices.deviceId, deviceIdSchema.parse(last?.device_id)))
    .get();
  expect(row?.tokenHash).toBe(
    createHash('sha256')
      .update(last?.device_token ?? '')
      .digest('hex'),
  );
  expect(row?.customerId).toBe(1250);
  const chats = store.db
    .select({ address: recipients.address })
    .from(recipients)
    .orderBy(recipients.customerId)
    .all();
  expect(chats).toHaveLength(1250);
  expect(chats.at(-1)?.address).toBe('10249');
  store.close();
});

test('a credentials file that is too short is refused', () => {
  const file = join(dataDir, 'credentials.jsonl');
  writeCredentials(file, [{ device_id: 'fw-000000000001', device_token: 'fwd_x' }]);
  expect(() => readCredentials(file, 2)).toThrow('has 1 credentials, 2 are needed');
});
