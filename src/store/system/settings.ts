import { defaultSettings, type Settings } from '../../domain/system/settings.ts';
import type { Store } from '../engine/open.ts';
import { settings } from './tables.ts';

/** The saved settings, with the defaults where nothing was saved. */
export function readSettings(store: Store): Settings {
  const saved = Object.fromEntries(
    store.db
      .select()
      .from(settings)
      .all()
      .map((row) => [row.key, row.value]),
  );
  return { ...defaultSettings, ...saved };
}

/** Writes the given settings. Others stay as they are. */
export function writeSettings(store: Store, changed: Partial<Settings>): void {
  for (const [key, value] of Object.entries(changed)) {
    store.db
      .insert(settings)
      .values({ key, value })
      .onConflictDoUpdate({ target: settings.key, set: { value } })
      .run();
  }
}
