import type { OperatorRole } from '../operator-role.ts';

/** What each role is called. */
export const roleWords = {
  viewer: 'operators.role.viewer',
  support: 'operators.role.support',
  owner: 'operators.role.owner',
} as const satisfies Record<OperatorRole, string>;

/** What each may do, in a line. */
export const roleMayWords = {
  viewer: 'operators.may.viewer',
  support: 'operators.may.support',
  owner: 'operators.may.owner',
} as const satisfies Record<OperatorRole, string>;
