import type { z } from 'zod';
import type { operatorRoleSchema } from '../../../src/contract/fields.ts';

export type OperatorRole = z.infer<typeof operatorRoleSchema>;

/** Each may do what those before it may. */
export const operatorRoles = [
  'viewer',
  'support',
  'owner',
] as const satisfies readonly OperatorRole[];

/** Whether one role includes another. */
export function mayDo(role: OperatorRole, needed: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed);
}
