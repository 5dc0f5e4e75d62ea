import type { App } from '../../../../tests/support/app.ts';
import { migrationsDir } from '../../../installation/assets.ts';
import { databasePath } from '../../../installation/paths.ts';
import { openStore } from '../../../store/engine/open.ts';
import { type HomeCredentials, openHomeAccount } from '../home-account.ts';

/** Lets the home automation of the first customer in. */
export function openHome({ data, time }: App): HomeCredentials {
  const store = openStore(databasePath(data.dir), { migrationsDir: migrationsDir() });
  try {
    const actor = { name: 'customer:1', address: null };
    return openHomeAccount({ store }, 1, actor, time.clock());
  } finally {
    store.close();
  }
}
