/** Calls that programs may make only with a token that was given for it; docs/decisions/081. */
import { AppError } from '../../domain/errors.ts';
import { type TokenScope, tokenScopes } from '../../domain/people/token-scopes.ts';
import type { Callers, RouteSpec } from './route.ts';

type Caller = Callers[keyof Callers];

/** Whether a caller has a scope. People have all: what they may do is their role's to say. */
export function hasScope(caller: Caller, scope: TokenScope): boolean {
  return caller === null || !('scopes' in caller) || caller.scopes.includes(scope);
}

/**
 * The scopes that a call needs of a program.
 * @param body as it was checked. Undefined: it was not read yet, so only what holds for every body is known
 */
export function scopesOf(
  { scope, fieldScopes = {} }: Pick<RouteSpec, 'scope' | 'fieldScopes'>,
  body?: unknown,
): TokenScope[] {
  const given: Readonly<Record<string, unknown>> = { ...(body as object | undefined) };
  const ofFields = Object.entries(fieldScopes).flatMap(([field, needed]) =>
    (given[field] ?? '') === '' ? [] : [needed],
  );
  return tokenScopes.filter((one) => one === scope || ofFields.includes(one));
}

/** @throws AppError FORBIDDEN, whose text names what the token lacks */
export function requireScopes(caller: Caller, needed: readonly TokenScope[]): void {
  const lacking = needed.filter((scope) => !hasScope(caller, scope));
  if (lacking.length === 0) return;
  const names = lacking.map((scope) => `\`${scope}\``).join(' and ');
  throw new AppError(
    'FORBIDDEN',
    `This API token lacks the scope ${names}. An owner can give it in the console, under Operators.`,
  );
}
