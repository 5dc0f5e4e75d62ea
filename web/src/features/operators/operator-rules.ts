import type { OperatorAnswer } from '../../../../src/contract/people/operators.ts';

type Factors = Pick<OperatorAnswer, 'has_password' | 'second_factor'>;

/** Whether an operator has a second factor. Those without a password here are checked by the OpenID provider. */
export function hasSecondFactor({ has_password: hasPassword, second_factor: factor }: Factors) {
  return !hasPassword || factor.totp || factor.passkeys > 0;
}

/** Whether nobody would be left who may do everything. */
export function isLastOwner(
  { id, operator_role: role }: Pick<OperatorAnswer, 'id' | 'operator_role'>,
  operators: readonly Pick<OperatorAnswer, 'id' | 'operator_role'>[],
): boolean {
  const others = operators.filter((other) => other.id !== id);
  return role === 'owner' && !others.some((other) => other.operator_role === 'owner');
}
