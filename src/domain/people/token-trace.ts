/**
 * What a program leaves behind that outlives its API token.
 *
 * - `recipient`: an address of the operator. `secret`: another secret of one that was there.
 * - `channel`: the settings of a channel.
 * - `calendar`: a calendar of which outages are announced.
 * - `key`: an activation key that it made, or gave to a customer.
 * - `account`: a customer whose phone number it confirmed or changed.
 * - `backup`: a copy of the database that it made. `download`: one that it has.
 */
export const traceKinds = [
  'recipient',
  'secret',
  'channel',
  'calendar',
  'key',
  'account',
  'backup',
  'download',
] as const;
export type TraceKind = (typeof traceKinds)[number];

/** What can be ended together with the token. Of an account, the sessions and links. */
export const endableTraces = [
  'recipient',
  'calendar',
  'key',
  'account',
] as const satisfies readonly TraceKind[];
export type EndableTrace = (typeof endableTraces)[number];

export function isEndable(kind: TraceKind): kind is EndableTrace {
  return endableTraces.some((endable) => endable === kind);
}
