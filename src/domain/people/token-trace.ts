/**
 * Traces of a program that outlive its API token.
 *
 * - `recipient`: an address of the operator. `secret`: another secret of one that was there.
 * - `channel`: the settings of a channel.
 * - `calendar`: a calendar of which outages are announced.
 * - `key`: an activation key that it made, or gave to a customer.
 * - `account`: a customer whose phone number it confirmed or changed.
 * - `backup`: a copy of the database that it made. `download`: one that it has.
 */
const leftByProgram = [
  'recipient',
  'secret',
  'channel',
  'calendar',
  'key',
  'account',
  'backup',
  'download',
] as const;
export type LeftByProgram = (typeof leftByProgram)[number];

/**
 * What came into an account after a program had opened it to somebody, by a key or a number: made by them, or by its
 * owner, which nobody can tell apart.
 *
 * - `chat`: a chat or another address that is told. `contact`: somebody who is told.
 * - `share`: a shared report. `feed`: the address of the calendar, whose age is not known.
 * - `home`: a home automation. `broker`: one that it is published to.
 * - `followed`: a calendar that is read.
 */
const madeSince = ['chat', 'contact', 'share', 'feed', 'home', 'broker', 'followed'] as const;
type MadeSince = (typeof madeSince)[number];

export const traceKinds = [...leftByProgram, ...madeSince] as const;
export type TraceKind = (typeof traceKinds)[number];

/** Traces that can be ended together with the token. Of an account, the sessions and links. */
export const endableTraces = [
  'recipient',
  'calendar',
  'key',
  'account',
  ...madeSince,
] as const satisfies readonly TraceKind[];
export type EndableTrace = (typeof endableTraces)[number];

export function isEndable(kind: TraceKind): kind is EndableTrace {
  return endableTraces.some((endable) => endable === kind);
}

export function isMadeSince(kind: TraceKind): kind is MadeSince {
  return madeSince.some((made) => made === kind);
}
