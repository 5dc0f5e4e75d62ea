import { type OperatorRole, operatorRoles } from '../states.ts';

/**
 * What a program may do with an API token only if the token was given for it, besides its role: what would
 * outlive the token, or have a phone ring.
 *
 * - `backups`: make and download copies of the database.
 * - `recipients`: name addresses that are told or asked later on (the operator's own, those of channels, calendars),
 *   and send tests, which may go to any address and have phones ring.
 * - `sessions`: decide which key or number opens a customer's account.
 * - `keys:whole`: read whole activation keys, which log in together with a phone number.
 */
export const tokenScopes = ['backups', 'recipients', 'sessions', 'keys:whole'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The least role that each goes with: others may make none of its calls. */
const leastRole: Readonly<Record<TokenScope, OperatorRole>> = {
  backups: 'owner',
  recipients: 'support',
  sessions: 'support',
  'keys:whole': 'support',
};

/** The scopes that a token of this role can have. */
export function scopesFor(role: OperatorRole): TokenScope[] {
  const rank = operatorRoles.indexOf(role);
  return tokenScopes.filter((scope) => rank >= operatorRoles.indexOf(leastRole[scope]));
}
