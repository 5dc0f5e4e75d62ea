/** Puts a fleet into a data directory without the hours that enrolling it would take. */
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { generateActivationKey } from '../../../src/domain/keys/activation-key.ts';
import { migrationsDir } from '../../../src/installation/assets.ts';
import { recipients } from '../../../src/store/alerts/tables.ts';
import { devices } from '../../../src/store/devices/tables.ts';
import { makeRef } from '../../../src/store/engine/make-ref.ts';
import { openStore, type Store } from '../../../src/store/engine/open.ts';
import { prepareRows } from '../../../src/store/engine/plain-sql.ts';
import { activationKeys } from '../../../src/store/keys/tables.ts';
import { customers } from '../../../src/store/people/tables.ts';
import { type Credential, makeDeviceId } from './credentials.ts';

export interface SeedOptions {
  readonly devices: number;
  /** Default 1. */
  readonly devicesPerCustomer?: number;
  /** Chat of the first customer; the others count up from it. Not given: nobody has a chat. */
  readonly firstChatId?: number;
  /** Seconds from an outage's beginning to its alert; default 60. */
  readonly thresholdSeconds?: number;
  /** Epoch ms at which everything was enrolled. */
  readonly now: number;
}

const yearMs = 365.25 * 86_400_000;

/**
 * Fills a data directory, the database being made if it is not there.
 * @returns what each device needs to come in, in the order of their ids.
 */
export function seedFleet(dataDir: string, options: SeedOptions): readonly Credential[] {
  const store = openStore(join(dataDir, 'faiwatch.db'), { migrationsDir: migrationsDir() });
  try {
    return seedStore(store, options);
  } finally {
    store.close();
  }
}

/** Writes customers, their chats, keys and enrolled devices in one transaction. */
export function seedStore(store: Store, options: SeedOptions): readonly Credential[] {
  const { now, firstChatId } = options;
  const perCustomer = options.devicesPerCustomer ?? 1;
  const customerCount = Math.ceil(options.devices / perCustomer);
  const credentials = Array.from({ length: options.devices }, (_, i) => ({
    device_id: makeDeviceId(i),
    device_token: `fwd_${randomBytes(32).toString('base64url')}`,
  }));
  const customerRows = Array.from({ length: customerCount }, (_, i) => ({
    id: i + 1,
    name: `Customer ${i + 1}`,
    phone: `+669${String(i).padStart(8, '0')}`,
    createdAt: now,
  }));
  const deviceRows = credentials.map(({ device_id, device_token }, i) => ({
    id: i + 1,
    deviceId: device_id,
    customerId: Math.floor(i / perCustomer) + 1,
    ownedSince: 0,
    siteName: `Site ${i + 1}`,
    deviceType: 's2-mini' as const,
    thresholdSeconds: options.thresholdSeconds ?? 60,
    tokenHash: createHash('sha256').update(device_token).digest('hex'),
    createdAt: now,
  }));
  const keyRows = deviceRows.map(({ id, customerId }) => ({
    keyCode: generateActivationKey((count) => randomBytes(count)),
    ref: makeRef(),
    purchaseType: 'key_only' as const,
    customerId,
    deviceRow: id,
    price: 200,
    activatedAt: now,
    expiresAt: now + 3 * yearMs,
    createdBy: 'bench',
    createdAt: now,
  }));

  store.transaction(() => {
    insertAll(store, customers, customerRows);
    insertAll(store, devices, deviceRows);
    insertAll(store, activationKeys, keyRows);
    if (firstChatId === undefined) return;
    const recipientRows = customerRows.map(({ id }) => ({
      customerId: id,
      channel: 'telegram' as const,
      address: String(firstChatId + id - 1),
      language: 'en' as const,
      // It has shared the phone number.
      role: 'owner' as const,
      createdAt: now,
    }));
    insertAll(store, recipients, recipientRows);
  });
  return credentials;
}

/** Inserts rows with the same columns, a hundred thousand of them within seconds. */
function insertAll(
  store: Store,
  table: SQLiteTable,
  rows: readonly Readonly<Record<string, unknown>>[],
): void {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const values = Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]));
  const insert = prepareRows(store, store.db.insert(table).values(values));
  for (const row of rows) insert(row);
}

/** Writes a credentials file for the load generators: one JSON object per line, mode 0600. */
export function writeCredentials(path: string, credentials: readonly Credential[]): void {
  const lines = credentials.map((credential) => `${JSON.stringify(credential)}\n`);
  writeFileSync(path, lines.join(''), { mode: 0o600 });
}
