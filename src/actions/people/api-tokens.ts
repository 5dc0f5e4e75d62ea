import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { OperatorRole } from '../../domain/states.ts';
import {
  type ApiTokenRow,
  deleteApiToken,
  findApiToken,
  insertApiToken,
  writeApiTokenUse,
} from '../../store/people/api-tokens.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { hashSecret } from '../engine/hash-secret.ts';
import type { Monitor } from '../monitor.ts';
import type { AdminAccount } from './find-account.ts';

type Context = Pick<Monitor, 'store'>;

/** What an API token begins with, unlike a session's. */
export const apiTokenPrefix = 'fwa_';

/** How old the stored last use may be. */
const precisionMs = 5 * 60_000;

/**
 * Makes a token for a program. The token itself is in the answer, and nowhere else.
 * @param expiresAt epoch ms; null: it does not end by itself
 * @throws AppError CONFLICT when the name is taken
 */
export function createApiToken(
  { store }: Context,
  given: { readonly name: string; readonly role: OperatorRole; readonly expiresAt: number | null },
  actor: Actor,
  now: Instant,
): { readonly token: string; readonly row: ApiTokenRow } {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  const token = `${apiTokenPrefix}${random.toString('base64url')}`;
  const row = store.transaction(() => {
    if (findApiToken(store, { name: given.name }) !== undefined) {
      throw new AppError('CONFLICT', 'There is a token of this name.');
    }
    const { wallMs: createdAt } = now;
    const made = { ...given, tokenHash: hashSecret(token), createdBy: actor.name, createdAt };
    const entry = { actor, action: 'token.create', subject: subjectOf(given) };
    writeAudit(store, { ...entry, after: { role: given.role } }, createdAt);
    return insertApiToken(store, made);
  });
  return { token, row };
}

/**
 * Ends a token, at once.
 * @throws AppError NOT_FOUND
 */
export function revokeApiToken({ store }: Context, id: number, actor: Actor, now: Instant): void {
  store.transaction(() => {
    const row = findApiToken(store, { id });
    if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such token.');
    deleteApiToken(store, id);
    const entry = { actor, action: 'token.revoke', subject: subjectOf(row) };
    writeAudit(store, { ...entry, before: { role: row.role } }, now.wallMs);
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
  // Operators count from 1: below 0 nobody's limits are shared.
  const account = { id: -apiTokenId, apiTokenId, username, role, tokenVersion: 0, sessionId: '' };
  return { kind: 'admin', ...account, mustSetSecondFactor: false };
}

/** Whether a token that was taken is still good. */
export function isApiTokenOpen({ store }: Context, id: number, nowMs: number): boolean {
  const row = findApiToken(store, { id });
  return row !== undefined && !isOver(row, nowMs);
}

const isOver = ({ expiresAt }: ApiTokenRow, nowMs: number) =>
  expiresAt !== null && expiresAt <= nowMs;
const subjectOf = ({ name }: { readonly name: string }) => `token:${name}`;
