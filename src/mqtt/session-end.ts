import type { RefusalCode } from '../domain/fleet/refusals.ts';

/** How a session can end. */
export type SessionEnd =
  /** The device said DISCONNECT. */
  | 'disconnect'
  /** It said DISCONNECT and asked for its Will all the same (MQTT 5, reason code 4). */
  | 'disconnect-with-will'
  /** The connection was closed or reset without a DISCONNECT. */
  | 'peer-closed'
  /** Nothing came for one and a half keepalives (MQTT-3.1.2-24). */
  | 'keepalive'
  /** Nothing came for one and a half of our longest keepalive, which the device did not agree to. */
  | 'idle'
  /** What was sent to the device stayed unread. */
  | 'stalled'
  /** The same device has authenticated a newer connection (MQTT-3.1.4-2). */
  | 'taken-over'
  /** No CONNECT in time. */
  | 'connect-timeout'
  /** It broke a rule. */
  | 'refused'
  /** A message could not be stored; the device is to keep it and come back. */
  | 'commit-failed'
  /** The device may no longer come in. */
  | 'expelled'
  /** The server stops. */
  | 'stopping';

/**
 * Whether an ending says that the device, or its network, has died. The others are known to come from
 * a device that lives or from us: a refused device has just spoken, and one that was turned away
 * because the disk is full may take longer than the grace time to come back. What they leave behind
 * is judged by the silence deadline, which never speaks too early.
 */
export function isSilentDeath(end: SessionEnd): boolean {
  return (
    end === 'peer-closed' ||
    end === 'keepalive' ||
    end === 'stalled' ||
    end === 'disconnect-with-will'
  );
}

/** What a device that speaks MQTT 5 is told of an ending of ours (table 3-10). */
export const disconnectCodes: Partial<Record<SessionEnd | RefusalCode, number>> = {
  malformed: 0x81,
  'packet-too-large': 0x95,
  flood: 0x96,
  refused: 0x82,
  idle: 0x8d,
  'taken-over': 0x8e,
  'commit-failed': 0x83,
  expelled: 0x98,
  stopping: 0x8b,
};
