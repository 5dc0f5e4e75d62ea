import { type HomeCredentials, openHomeAccount } from '../../src/actions/home/home-account.ts';
import { migrationsDir } from '../../src/installation/assets.ts';
import { databasePath } from '../../src/installation/paths.ts';
import { openStore } from '../../src/store/engine/open.ts';
import type { App } from './app.ts';

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
