import { AppError, invalidField } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { scopesFor, type TokenScope } from '../../domain/people/token-scopes.ts';
import type { OperatorRole } from '../../domain/states.ts';
import type { Store } from '../../store/engine/open.ts';
import {
  type ApiTokenRow,
  findApiToken,
  insertApiToken,
  updateApiTokenScopes,
  writeApiTokenUse,
} from '../../store/people/api-tokens.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { drawSecret, hashSecret } from '../engine/secrets.ts';
import type { Monitor } from '../monitor.ts';
import type { AdminAccount } from './find-account.ts';

type Context = Pick<Monitor, 'store'>;

/** The beginning of an API token, unlike a session's. */
export const apiTokenPrefix = 'fwa_';

/** The stored last use may be so old. */
const precisionMs = 5 * 60_000;

interface WantedToken {
  readonly name: string;
  readonly role: OperatorRole;
  readonly scopes: readonly TokenScope[];
  /** Epoch ms. Null: it does not end by itself. */
  readonly expiresAt: number | null;
}

/**
 * Makes a token for a program. The token itself is in the answer, and nowhere else.
 * @throws AppError CONFLICT when the name is taken, VALIDATION for a scope that its role cannot use
 */
export function createApiToken(
  { store }: Context,
  given: WantedToken,
  actor: Actor,
  now: Instant,
): { readonly token: string; readonly row: ApiTokenRow } {
  checkScopes(given);
  const token = `${apiTokenPrefix}${drawSecret()}`;
  const row = store.transaction(() => {
    if (findApiToken(store, { name: given.name }) !== undefined) {
      throw new AppError('CONFLICT', 'There is a token of this name.');
    }
    const { wallMs: createdAt } = now;
    const made = { ...given, tokenHash: hashSecret(token), createdBy: actor.name, createdAt };
    const entry = { actor, action: 'token.create', subject: subjectOfToken(given) };
    writeAudit(store, { ...entry, after: describeToken(given) }, createdAt);
    return insertApiToken(store, made);
  });
  return { token, row };
}

/**
 * Gives a token other scopes. Live streams that were opened with the former ones end.
 * @throws AppError NOT_FOUND, VALIDATION for a scope that its role cannot use
 */
export function changeTokenScopes(
  { store }: Context,
  id: number,
  scopes: readonly TokenScope[],
  actor: Actor,
  now: Instant,
): ApiTokenRow {
  return store.transaction(() => {
    const row = getApiToken(store, id);
    const changed = { ...row, scopes };
    checkScopes(changed);
    updateApiTokenScopes(store, id, scopes);
    const entry = { actor, action: 'token.scopes', subject: subjectOfToken(row) };
    const before = { scopes: row.scopes ?? [] };
    writeAudit(store, { ...entry, before, after: { scopes } }, now.wallMs);
    return changed;
  });
}

/**
 * The account that a program calls as.
 * @throws AppError INVALID_TOKEN, TOKEN_EXPIRED
 */
export function findProgram({ store }: Context, token: string, now: Instant): AdminAccount {
  const row = findApiToken(store, { tokenHash: hashSecret(token) });
  if (row === undefined) throw new AppError('INVALID_TOKEN', 'This API token is not known.');
  if (isOver(row, now.wallMs)) throw new AppError('TOKEN_EXPIRED', 'This API token has expired.');
  if (now.wallMs - (row.lastUsedAt ?? 0) >= precisionMs) {
    writeApiTokenUse(store, row.id, now.wallMs);
  }
  const { id: apiTokenId, name: username, role } = row;
  const scopes = row.scopes ?? [];
  // Operators count from 1: below 0 nobody's limits are shared.
  const account = { id: -apiTokenId, apiTokenId, username, role, tokenVersion: 0, sessionId: '' };
  return { kind: 'admin', ...account, scopes, mustSetSecondFactor: false };
}

/** Whether a token that was taken is still good, with all the scopes it had. */
export function isApiTokenOpen(
  { store }: Context,
  id: number,
  had: readonly TokenScope[],
  nowMs: number,
): boolean {
  const row = findApiToken(store, { id });
  if (row === undefined || isOver(row, nowMs)) return false;
  return had.every((scope) => row.scopes?.includes(scope));
}

/** @throws AppError NOT_FOUND */
export function getApiToken(store: Store, id: number): ApiTokenRow {
  const row = findApiToken(store, { id });
  if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such token.');
  return row;
}

function checkScopes({ role, scopes }: Pick<WantedToken, 'role' | 'scopes'>): void {
  const usable = scopesFor(role);
  const useless = scopes.filter((scope) => !usable.includes(scope));
  if (useless.length > 0) {
    throw invalidField('scopes', `${useless.join(', ')} cannot be used by the role ${role}`);
  }
}

/** As the audit log keeps it. */
export function describeToken({ role, scopes }: Pick<ApiTokenRow, 'role' | 'scopes'>) {
  return { role, scopes: scopes ?? [] };
}

const isOver = ({ expiresAt }: ApiTokenRow, nowMs: number) =>
  expiresAt !== null && expiresAt <= nowMs;
export const subjectOfToken = ({ name }: { readonly name: string }) => `token:${name}`;
