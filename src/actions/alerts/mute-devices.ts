import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { bringForward, type MutedDevice, writeMute } from '../../store/alerts/mutes.ts';
import { insertEvent } from '../../store/fleet/events.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { sendQueued } from '../engine/follow-up.ts';
import type { Monitor } from '../monitor.ts';

interface Mute {
  /** The customer whose devices these are. Those of others are left alone. */
  readonly customerId: number;
  /** Rows of devices; undefined: all of the customer's. */
  readonly deviceRows?: readonly number[] | undefined;
  /** Epoch ms. Null: the mute ends. */
  readonly until: number | null;
  /** Shown in the timeline. */
  readonly by: string;
  /** As the audit log names them. */
  readonly actor: Actor;
}

/** For a longer silence, alerts are switched off, which the portal shows. */
export const longestMuteMs = 7 * 86_400_000;

/**
 * Mutes devices for a while. A message due in that time is sent when the mute ends, if it is still worth
 * sending.
 * @returns the devices concerned
 * @throws AppError VALIDATION when `until` is over or more than seven days away
 */
export function muteDevices(monitor: Monitor, mute: Mute, now: Instant): MutedDevice[] {
  const muted = monitor.store.transaction(() => applyMute(monitor.store, mute, now));
  sendQueued(monitor);
  return muted;
}

/** `muteDevices` inside a transaction; must be followed up. */
export function applyMute(store: Monitor['store'], mute: Mute, now: Instant): MutedDevice[] {
  const { customerId, deviceRows, until, by, actor } = mute;
  if (until !== null && (until <= now.wallMs || until > now.wallMs + longestMuteMs)) {
    throw new AppError('VALIDATION', 'A mute lasts at most seven days.');
  }
  const concerned = writeMute(store, customerId, deviceRows, until);
  for (const { row, deviceId, mutedBefore } of concerned) {
    if (mutedBefore === until) continue;
    insertEvent(store, {
      deviceRow: row,
      customerId,
      eventType: 'CONFIG_CHANGE',
      occurredAt: now.wallMs,
      createdAt: now.wallMs,
      details: { muted_until: until === null ? null : new Date(until).toISOString(), by },
    });
    writeAudit(
      store,
      {
        actor,
        action: 'device.mute',
        subject: deviceId,
        before: { mutedUntil: mutedBefore },
        after: { mutedUntil: until },
      },
      now.wallMs,
    );
  }
  const rows = concerned.map(({ row }) => row);
  bringForward(store, rows, now.wallMs, until !== null);
  return concerned;
}
