/** The words of the domain, in one place. */

/** `unknown`: never heard since it was enrolled. */
export const links = ['online', 'offline', 'unknown'] as const;
export type Link = (typeof links)[number];

/** Power as a device reports it. */
export const knownPowers = ['UP', 'DOWN'] as const;
export type KnownPower = (typeof knownPowers)[number];
/** `unknown`: the device has not said yet. */
export type Power = 'unknown' | KnownPower;

/**
 * The cause of an outage.
 *
 * - `mains`: the device said so, or its reset reason proves it.
 * - `silent`: nothing is heard; power or internet, nobody knows yet.
 * - `network`: the device never lost power; its internet was gone.
 * - `device`: the board itself restarted (panic, watchdog, update).
 * - `unobserved`: the outage lies in a time when this server could not see.
 */
export const causes = ['mains', 'silent', 'network', 'device', 'unobserved'] as const;
export type Cause = (typeof causes)[number];

/** The door that a device last came through. */
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
  'ACK_WITHDRAWN',
  'REGISTER',
  'CONFIG_CHANGE',
] as const;
export type TimelineEventType = (typeof timelineEventTypes)[number];

/** The type of an event as the portal and its API name it: `DOWN` for `POWER_DOWN`. */
export type PortalEventType = TimelineEventType extends infer Type
  ? Type extends `POWER_${infer Name}`
    ? Name
    : Type
  : never;

export function portalEventType(type: TimelineEventType): PortalEventType {
  return type.replace('POWER_', '') as PortalEventType;
}

/** Orders of a list of events. `duration`: of the outage that an event belongs to. */
export const eventSorts = ['time', 'type', 'site', 'device', 'duration'] as const;
export type EventSort = (typeof eventSorts)[number];

/** The messages about an outage: its beginning, that it goes on, its end. */
export const outageKinds = ['alert', 'reminder', 'recovery'] as const;
export type OutageKind = (typeof outageKinds)[number];

/**
 * The other messages: a test, the end of a key, changes of the account itself, for the operator what is wrong
 * with the service, the report of a month, and to whom follows an area of the public page what is said there.
 */
export const notificationKinds = [
  ...outageKinds,
  'test',
  'key-expiry',
  'account',
  'operator',
  'digest',
  'status',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/**
 * `pending` waits for its time; `sending` is claimed by the running process; `sent` was taken by the
 * messenger; `superseded` was overtaken before it went; `failed` can never go (blocked, too old).
 */
export const notificationStatuses = ['pending', 'sending', 'sent', 'superseded', 'failed'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** The ways to a person. `log`: nobody's but the operator's, as long as there is no other. */
export const channelNames = [
  'telegram',
  'line',
  'email',
  'webpush',
  'webhook',
  'sms',
  'call',
  'log',
] as const;
export type ChannelName = (typeof channelNames)[number];

export const languages = ['th', 'en'] as const;
export type Language = (typeof languages)[number];

/** The way on which a key came to its customer; see `activation_keys.standing`. */
export type KeyStanding = 'typed' | 'vouched' | 'questioned';

/** The roles of operators: each may do what those before it may. */
export const operatorRoles = ['viewer', 'support', 'owner'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** The second factors that can be asked for besides a password. */
export const secondFactorMethods = ['totp', 'recovery', 'passkey'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** With what somebody who is logged in proves again that it is them. */
export const proofMethods = ['password', 'totp', 'passkey', 'oidc'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** The way in which somebody logged in. */
export const sessionMethods = ['password', 'key', 'link', 'passkey', 'oidc'] as const;
export type SessionMethod = (typeof sessionMethods)[number];

/** Whether whoever vouches for a log-in asks for a second factor, so that nothing here has to. */
export function isVouchedElsewhere(method: SessionMethod): boolean {
  return method === 'oidc';
}
