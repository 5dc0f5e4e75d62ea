import { createKeys } from '../../src/actions/keys/create-keys.ts';
import { createAdmin } from '../../src/actions/people/create-admin.ts';
import type { DeviceCredential } from '../../src/cli/simulate/fleet.ts';
import { generatePassword } from '../../src/domain/people/password.ts';
import { defaultSettings } from '../../src/domain/system/settings.ts';
import { migrationsDir } from '../../src/installation/assets.ts';
import { databasePath } from '../../src/installation/paths.ts';
import { readClock } from '../../src/server/clock.ts';
import { devices } from '../../src/store/devices/tables.ts';
import { openStore, type Store } from '../../src/store/engine/open.ts';
import { customers } from '../../src/store/people/tables.ts';
import { settings } from '../../src/store/system/tables.ts';
import { demoCustomers, planStory } from './story.ts';

export interface DemoData {
  /** Open for as long as the demonstration lasts. */
  readonly store: Store;
  readonly admin: { readonly username: string; readonly password: string };
  /** One for each device of the story, in its order. */
  readonly credentials: readonly DeviceCredential[];
  readonly customers: readonly {
    readonly id: number;
    readonly name: string;
    readonly phone: string;
    readonly activationKey: string;
  }[];
}

/** As short as the rules allow, so that there is something to see. */
const thresholdSeconds = 5;
const reminderSeconds = 30;
const recoveryDelayMinutes = 1;

/** Fills an empty data directory with an administrator, customers, their sites and keys. */
export async function prepareData(dataDir: string): Promise<DemoData> {
  const store = openStore(databasePath(dataDir), { migrationsDir: migrationsDir() });
  const now = readClock();
  const password = generatePassword((n) => crypto.getRandomValues(new Uint8Array(n)));
  const owner = { username: 'admin', password, role: 'owner' } as const;
  await createAdmin({ store }, owner, { name: 'demo', address: null }, now);
  store.db.insert(settings).values({ key: 'recoveryDelay', value: recoveryDelayMinutes }).run();
  const credentials: DeviceCredential[] = [];
  const made: DemoData['customers'][number][] = [];
  const plan = planStory()[Symbol.iterator]();
  for (const { name, phone, language, sites } of demoCustomers) {
    const { id } = store.db
      .insert(customers)
      .values({ name, phone, language, createdAt: now.wallMs })
      .returning({ id: customers.id })
      .get();
    const order = {
      count: sites.length,
      purchaseType: 'key_only',
      deviceType: null,
      phone,
    } as const;
    const keys = createKeys(
      { runsIn: 'command', store, settings: defaultSettings },
      order,
      { name: 'demo', address: null },
      now,
    );
    made.push({ id, name, phone, activationKey: keys[0] ?? '' });
    for (const [index, site] of sites.entries()) {
      const planned = plan.next().value;
      if (planned === undefined) throw new Error('the story has fewer devices than sites');
      // The row is there before the device enrols, so that its first alert bears its name.
      store.db
        .insert(devices)
        .values({
          deviceId: planned.deviceId,
          customerId: id,
          ownedSince: now.wallMs,
          siteName: site.name,
          deviceType: planned.deviceType,
          thresholdSeconds,
          reminderSeconds,
          createdAt: now.wallMs,
        })
        .run();
      credentials.push({ activationKey: keys[index] ?? '', phone });
    }
  }
  return { store, admin: { username: 'admin', password }, credentials, customers: made };
}
