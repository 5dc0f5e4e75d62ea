import type { RefusalCode } from '../domain/fleet/refusals.ts';

/** The ends of a session. */
export type SessionEnd =
  /** The device said DISCONNECT. */
  | 'disconnect'
  /** The device said DISCONNECT and asked for its Will (MQTT 5, reason code 4). */
  | 'disconnect-with-will'
  /** The connection was closed or reset without a DISCONNECT. */
  | 'peer-closed'
  /** Nothing came for one and a half keepalives (MQTT-3.1.2-24). */
  | 'keepalive'
  /** Nothing came for one and a half of the longest keepalive, to which the device did not agree. */
  | 'idle'
  /** The device did not read what was sent to it. */
  | 'stalled'
  /** The same device has authenticated a newer connection (MQTT-3.1.4-2). */
  | 'taken-over'
  /** No CONNECT in time. */
  | 'connect-timeout'
  /** There were too many connections, and this one had said no CONNECT for longest. */
  | 'yielded'
  /** The device broke a rule. */
  | 'refused'
  /** A message could not be stored. The device keeps it and comes back. */
  | 'commit-failed'
  /** The device may no longer connect. */
  | 'expelled'
  /** The server stops. */
  | 'stopping';

/**
 * Whether an ending shows that the device, or its network, has died. All others come from the server or
 * from a live device: a refused device has just spoken, and a device that a full disk turned away may take
 * longer than the grace time to return. The silence deadline judges those later.
 */
export function isSilentDeath(end: SessionEnd): boolean {
  return (
    end === 'peer-closed' ||
    end === 'keepalive' ||
    end === 'stalled' ||
    end === 'disconnect-with-will'
  );
}

/** Whether the peer may not read what is sent to it, so that a farewell would keep the connection. */
export function isUnread(end: SessionEnd): boolean {
  return end === 'keepalive' || end === 'stalled' || end === 'yielded';
}

/** Reason codes of MQTT 5 for endings by the server (table 3-10). */
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
