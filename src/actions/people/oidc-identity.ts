import { AppError } from '../../domain/errors.ts';
import type { Store } from '../../store/engine/open.ts';
import { findAdminByOidc } from '../../store/people/admins.ts';

/**
 * The identity of an operator at the OpenID provider, as it is stored. The name that the owner entered counts until
 * the first log-in. Then the subject takes its place, because unlike a name it is never given to somebody else
 * (OpenID Connect Core 1.0 section 5.7).
 */
export const expected = (name: string) => `expected ${name.toLowerCase()}`;
export const linked = (issuer: string, subject: string) => `linked ${issuer} ${subject}`;

/** For people: whether an operator is linked, and the name that is expected. */
export function describeOidc(text: string | null): {
  readonly isLinked: boolean;
  readonly username: string | null;
} {
  if (text === null) return { isLinked: false, username: null };
  const isLinked = text.startsWith('linked ');
  return { isLinked, username: isLinked ? null : text.slice('expected '.length) };
}

/**
 * The identity that is stored until the first log-in. Null: the operator does not use the provider.
 * @throws AppError CONFLICT when another operator is waited for by this name
 */
export function expectOidcUser(
  store: Store,
  name: string | null,
  adminId: number | null,
): string | null {
  if (name === null) return null;
  const other = findAdminByOidc(store, expected(name));
  if (other !== undefined && other.id !== adminId) {
    throw new AppError('CONFLICT', `${other.username} is waited for by this name already.`);
  }
  return expected(name);
}
