import type { Actor } from '../domain/actor.ts';
import type { Instant } from '../domain/instant.ts';
import type { Settings } from '../domain/settings.ts';
import { writeAudit } from '../store/audit.ts';
import { writeSettings } from '../store/settings.ts';
import type { Monitor } from './monitor.ts';

/**
 * Saves settings; they are in force at once. A device that is silent already keeps the deadline it
 * had: the new time-out counts from its next sign of life.
 * @param changed checked by the caller
 * @returns all settings
 */
export function saveSettings(
  monitor: Monitor,
  changed: { readonly [K in keyof Settings]?: Settings[K] | undefined },
  actor: Actor,
  now: Instant,
): Settings {
  const { store, settings: before } = monitor;
  const names = (Object.keys(changed) as (keyof Settings)[]).filter(
    (name) => changed[name] !== undefined && changed[name] !== before[name],
  );
  const after: Settings = {
    ...before,
    ...Object.fromEntries(names.map((name) => [name, changed[name]])),
  };
  if (names.length === 0) return before;
  const pick = (from: Settings) => Object.fromEntries(names.map((name) => [name, from[name]]));
  store.transaction(() => {
    writeSettings(store, pick(after));
    const entry = { actor, action: 'settings.save', subject: 'settings' };
    writeAudit(store, { ...entry, before: pick(before), after: pick(after) }, now.wallMs);
  });
  monitor.settings = after;
  return after;
}
