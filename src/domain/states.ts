/** The words of the domain, in one place. */

/** `unknown`: never heard since it was enrolled. */
export const links = ['online', 'offline', 'unknown'] as const;
export type Link = (typeof links)[number];

/** What a device says of its power. */
export const knownPowers = ['UP', 'DOWN'] as const;
/** `unknown`: the device has not said yet. */
export type Power = 'unknown' | (typeof knownPowers)[number];

/**
 * Why an outage is there.
 *
 * - `mains`: the device said so, or its reset reason proves it.
 * - `silent`: nothing is heard; power or internet, nobody knows yet.
 * - `network`: the device never lost power; its internet was gone.
 * - `device`: the board itself restarted (panic, watchdog, update).
 * - `unobserved`: it lies in a time when this server could not see.
 */
export const causes = ['mains', 'silent', 'network', 'device', 'unobserved'] as const;
export type Cause = (typeof causes)[number];

/** Which door a device last came through. */
export const transports = ['mqtt', 'http'] as const;
export type Transport = (typeof transports)[number];

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
 * `pending` waits for its time; `sending` is on its way, claimed by the process that runs; `sent` was taken by the messenger;
 * `superseded` was overtaken before it could go; `failed` can never go (blocked, too old).
 */
export const notificationStatuses = ['pending', 'sending', 'sent', 'superseded', 'failed'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** The ways to a person. */
export const channelNames = ['telegram', 'log'] as const;
export type ChannelName = (typeof channelNames)[number];

export const languages = ['th', 'en'] as const;
export type Language = (typeof languages)[number];

/** How a key came to its customer; see `activation_keys.standing`. */
export type KeyStanding = 'typed' | 'vouched' | 'questioned';

/** What an operator may do: each may do what those before may. */
export const operatorRoles = ['viewer', 'support', 'owner'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** What may be asked for beside a password. */
export const secondFactorMethods = ['totp', 'recovery', 'passkey'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** How somebody signed in. */
export const sessionMethods = ['password', 'key', 'link', 'passkey', 'oidc'] as const;
export type SessionMethod = (typeof sessionMethods)[number];
