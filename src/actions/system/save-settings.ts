import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { writeSettings } from '../../store/system/settings.ts';
import type { Monitor } from '../monitor.ts';

/**
 * Saves settings; they take effect at once. A device that is already silent keeps its deadline: the new
 * time-out counts from its next heartbeat.
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
