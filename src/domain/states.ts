/** The words of the domain, in one place. */

/** `unknown`: never heard since it was enrolled. */
export type Link = 'unknown' | 'online' | 'offline';

/** `unknown`: the device has not said yet. */
export type Power = 'unknown' | 'UP' | 'DOWN';

/**
 * Why an outage is there.
 *
 * - `mains`: the device said so, or its reset reason proves it.
 * - `silent`: nothing is heard; power or internet, nobody knows yet.
 * - `network`: the device never lost power; its internet was gone.
 * - `device`: the board itself restarted (panic, watchdog, update).
 * - `unobserved`: it lies in a time when this server could not see.
 */
export type Cause = 'mains' | 'silent' | 'network' | 'device' | 'unobserved';

export const causes = ['mains', 'silent', 'network', 'device', 'unobserved'] as const;

/** Which door a device last came through. */
export type Transport = 'mqtt' | 'http';

export const timelineEventTypes = [
  'POWER_DOWN',
  'POWER_RECOVER',
  'ONLINE',
  'OFFLINE',
  'OUTAGE',
  'HEARTBEAT',
  'ACKNOWLEDGE',
  'ACK_RECOVER',
  'REGISTER',
  'CONFIG_CHANGE',
] as const;
export type TimelineEventType = (typeof timelineEventTypes)[number];

/** What a customer is told of an outage: of its beginning, of its going on, of its end. */
const outageKinds = ['alert', 'reminder', 'recovery'] as const;
export type OutageKind = (typeof outageKinds)[number];

/**
 * Besides these: a test they asked for, that a key ends soon or has ended, and what becomes of the
 * account itself.
 */
export const notificationKinds = [...outageKinds, 'test', 'key-expiry', 'account'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/**
 * `pending` waits for its time; `sending` is leased to a delivery; `sent` was taken by the messenger;
 * `superseded` was overtaken before it could go; `failed` can never go (blocked, too old).
 */
export type NotificationStatus = 'pending' | 'sending' | 'sent' | 'superseded' | 'failed';

export type Language = 'th' | 'en';

/** How a key came to its customer; see `activation_keys.standing`. */
export type KeyStanding = 'typed' | 'vouched' | 'questioned';

/** What an operator may do: each may do what those before may. */
export const operatorRoles = ['viewer', 'support', 'owner'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** What may be asked for beside a password. */
export type SecondFactorMethod = 'totp' | 'recovery' | 'passkey';

/** How somebody signed in. */
export type SessionMethod = 'password' | 'key' | 'link' | 'passkey' | 'oidc';
