import { AppError } from '../../domain/errors.ts';
import type { Store } from '../../store/engine/open.ts';
import { type AdminRow, findAdminByOidc, updateAdmin } from '../../store/people/admins.ts';

/**
 * Who an operator is at the OpenID provider. The name that the owner gave counts until the first
 * sign-in; then the subject, which unlike a name is never given to somebody else (OpenID Connect Core
 * 1.0 section 5.7), takes its place.
 */
const expected = (name: string) => `expected ${name.toLowerCase()}`;
const linked = (issuer: string, subject: string) => `linked ${issuer} ${subject}`;

/** What the provider vouched for. */
export interface OidcUser {
  readonly issuer: string;
  readonly subject: string;
  /** Only if the provider says that it was verified. */
  readonly email: string | null;
}

/** For people: whether somebody is linked, and the name that is waited for. */
export function describeOidc(text: string | null): {
  readonly isLinked: boolean;
  readonly username: string | null;
} {
  if (text === null) return { isLinked: false, username: null };
  const isLinked = text.startsWith('linked ');
  return { isLinked, username: isLinked ? null : text.slice('expected '.length) };
}

/**
 * What is stored while the first sign-in is waited for; null: nobody is.
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

/**
 * The operator who somebody is; links them at their first sign-in. To be called in a transaction.
 * @returns undefined: the provider knows them, and we do not
 */
export function findOidcOperator(
  store: Store,
  user: OidcUser,
): { readonly admin: AdminRow; readonly isNew: boolean } | undefined {
  const link = linked(user.issuer, user.subject);
  const known = findAdminByOidc(store, link);
  if (known !== undefined) return { admin: known, isNew: false };
  const names = [user.subject, ...(user.email === null ? [] : [user.email])];
  for (const name of names) {
    const awaited = findAdminByOidc(store, expected(name));
    if (awaited === undefined) continue;
    updateAdmin(store, awaited.id, { oidcSubject: link });
    return { admin: awaited, isNew: true };
  }
  return undefined;
}
