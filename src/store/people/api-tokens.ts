/** Tokens with which programs call the operators' API. */
import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { TokenScope } from '../../domain/people/token-scopes.ts';
import type { Store } from '../engine/open.ts';
import { apiTokens } from './session-tables.ts';

export type ApiTokenRow = typeof apiTokens.$inferSelect;

export function listApiTokens(store: Store): ApiTokenRow[] {
  return store.db.select().from(apiTokens).orderBy(asc(apiTokens.name)).all();
}

/** The names of those that lost something when scopes came, and of which no owner has said more; a viewer's lost nothing. */
export function listUndecidedTokens(store: Store): string[] {
  return store.db
    .select({ name: apiTokens.name })
    .from(apiTokens)
    .where(and(isNull(apiTokens.scopes), ne(apiTokens.role, 'viewer')))
    .orderBy(asc(apiTokens.name))
    .all()
    .map(({ name }) => name);
}

export function findApiToken(
  store: Store,
  by: { id: number } | { tokenHash: string } | { name: string },
) {
  const where =
    'id' in by
      ? eq(apiTokens.id, by.id)
      : 'name' in by
        ? eq(apiTokens.name, by.name)
        : eq(apiTokens.tokenHash, by.tokenHash);
  return store.db.select().from(apiTokens).where(where).get();
}

export function insertApiToken(
  store: Store,
  token: Omit<ApiTokenRow, 'id' | 'lastUsedAt'>,
): ApiTokenRow {
  return store.db.insert(apiTokens).values(token).returning().get();
}

export function updateApiTokenScopes(
  store: Store,
  id: number,
  scopes: readonly TokenScope[],
): void {
  store.db.update(apiTokens).set({ scopes }).where(eq(apiTokens.id, id)).run();
}

export function writeApiTokenUse(store: Store, id: number, atMs: number): void {
  store.db.update(apiTokens).set({ lastUsedAt: atMs }).where(eq(apiTokens.id, id)).run();
}

export function deleteApiToken(store: Store, id: number): void {
  store.db.delete(apiTokens).where(eq(apiTokens.id, id)).run();
}
