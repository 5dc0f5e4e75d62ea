import { expected, linked } from '../../actions/people/oidc-identity.ts';
import type { Store } from '../../store/engine/open.ts';
import { type AdminRow, findAdminByOidc, updateAdmin } from '../../store/people/admins.ts';

/** Claims that the provider vouched for. */
export interface OidcUser {
  readonly issuer: string;
  readonly subject: string;
  /** Only if the provider says that it was verified. */
  readonly email: string | null;
  /** How long ago they logged in at the provider, in ms. Null: it does not say. */
  readonly ageMs: number | null;
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
