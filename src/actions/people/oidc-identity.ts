import { AppError } from '../../domain/errors.ts';
import type { Store } from '../../store/engine/open.ts';
import { type AdminRow, findAdminByOidc, updateAdmin } from '../../store/people/admins.ts';

/**
 * The identity of an operator at the OpenID provider. The name that the owner entered counts until the
 * first log-in. Then the subject takes its place, because unlike a name it is never given to somebody
 * else (OpenID Connect Core 1.0 section 5.7).
 */
const expected = (name: string) => `expected ${name.toLowerCase()}`;
const linked = (issuer: string, subject: string) => `linked ${issuer} ${subject}`;

/** Claims that the provider vouched for. */
export interface OidcUser {
  readonly issuer: string;
  readonly subject: string;
  /** Only if the provider says that it was verified. */
  readonly email: string | null;
  /** How long ago they logged in at the provider, in ms. Null: it does not say. */
  readonly ageMs: number | null;
}

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
 * What is stored until the first log-in. Null: the operator does not use the provider.
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

/** The operator who has logged in with this identity before. */
export function findLinkedOperator(
  store: Store,
  { issuer, subject }: Pick<OidcUser, 'issuer' | 'subject'>,
): AdminRow | undefined {
  return findAdminByOidc(store, linked(issuer, subject));
}

/**
 * The operator of an identity, linked at the first log-in. To be called in a transaction.
 * @returns undefined: the provider knows this person, and we do not
 */
export function findOidcOperator(
  store: Store,
  user: OidcUser,
): { readonly admin: AdminRow; readonly isNew: boolean } | undefined {
  const known = findLinkedOperator(store, user);
  if (known !== undefined) return { admin: known, isNew: false };
  const names = [user.subject, ...(user.email === null ? [] : [user.email])];
  for (const name of names) {
    const awaited = findAdminByOidc(store, expected(name));
    if (awaited === undefined) continue;
    const oidcSubject = linked(user.issuer, user.subject);
    updateAdmin(store, awaited.id, { oidcSubject });
    return { admin: awaited, isNew: true };
  }
  return undefined;
}
