/** How a session can end. */
export type SessionEnd =
  /** The device said DISCONNECT. */
  | 'disconnect'
  /** The connection was closed or reset without a DISCONNECT. */
  | 'peer-closed'
  /** Nothing came for one and a half keepalives (MQTT-3.1.2-24). */
  | 'keepalive'
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
  return end === 'peer-closed' || end === 'keepalive' || end === 'stalled';
}
