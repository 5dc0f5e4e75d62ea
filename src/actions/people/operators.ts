import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { OperatorRole } from '../../domain/states.ts';
import { writeMeta } from '../../store/engine/meta.ts';
import type { Store } from '../../store/engine/open.ts';
import {
  type AdminRow,
  countOwners,
  deleteAdmin,
  endAdminSessions,
  findAdmin,
  findAdminById,
  insertAdmin,
  updateAdmin,
} from '../../store/people/admins.ts';
import { writeAudit } from '../../store/people/audit.ts';
import type { Monitor } from '../monitor.ts';
import { expectOidcUser } from './oidc-identity.ts';

type Context = Pick<Monitor, 'store'>;

/** @throws AppError NOT_FOUND */
export function getOperator(store: Store, id: number): AdminRow {
  const operator = findAdminById(store, id);
  if (operator === undefined) throw new AppError('NOT_FOUND', 'There is no such operator.');
  return operator;
}

/**
 * Changes an operator's role, or how they log in. A new role ends their sessions, so that no open stream
 * keeps the old one.
 * @throws AppError NOT_FOUND, CONFLICT
 */
export function editOperator(
  { store }: Context,
  id: number,
  edit: {
    readonly role?: OperatorRole | undefined;
    /** Null: they can no longer log in through the OpenID provider. */
    readonly oidcUsername?: string | null | undefined;
  },
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => {
    const operator = getOperator(store, id);
    const { role, oidcUsername } = edit;
    const hasNewRole = role !== undefined && role !== operator.role;
    if (!hasNewRole && oidcUsername === undefined) return;
    if (hasNewRole) {
      requireAnotherOwner(store, operator);
      updateAdmin(store, id, { role });
    }
    if (oidcUsername !== undefined) {
      updateAdmin(store, id, { oidcSubject: expectOidcUser(store, oidcUsername, id) });
    }
    endAdminSessions(store, id);
    const before = hasNewRole ? { role: operator.role } : undefined;
    const after = {
      ...(hasNewRole && { role }),
      ...(oidcUsername !== undefined && { oidcUsername }),
    };
    const entry = { actor, action: 'admin.edit', subject: operator.username, before, after };
    writeAudit(store, entry, now.wallMs);
  });
}

/** @throws AppError NOT_FOUND, CONFLICT for the last owner */
export function deleteOperator({ store }: Context, id: number, actor: Actor, now: Instant): void {
  store.transaction(() => {
    const operator = getOperator(store, id);
    requireAnotherOwner(store, operator);
    deleteAdmin(store, id);
    const before = { role: operator.role };
    const entry = { actor, action: 'admin.delete', subject: operator.username, before };
    writeAudit(store, entry, now.wallMs);
  });
}

/** Whether every operator must have a second factor. */
export function saveSecurity(
  { store }: Context,
  isRequired: boolean,
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => {
    writeMeta(store, 'second_factor_required', isRequired ? 'yes' : 'no');
    const after = { requireSecondFactor: isRequired };
    const entry = { actor, action: 'settings.save', subject: 'security', after };
    writeAudit(store, entry, now.wallMs);
  });
}

/** The last owner keeps the role. */
function requireAnotherOwner(store: Store, operator: AdminRow): void {
  if (operator.role !== 'owner' || countOwners(store) > 1) return;
  throw new AppError('CONFLICT', refusals.lastOwner);
}

/**
 * An operator who logs in only through the OpenID provider.
 * @throws AppError CONFLICT
 */
export function addOidcOperator(
  { store }: Context,
  given: {
    readonly username: string;
    readonly role: OperatorRole;
    readonly oidcUsername: string;
    readonly passwordHash: string;
  },
  actor: Actor,
  now: Instant,
): void {
  const { username, role, oidcUsername, passwordHash } = given;
  store.transaction(() => {
    if (findAdmin(store, username) !== undefined) {
      throw new AppError('CONFLICT', `There is already an operator named ${username}.`);
    }
    const oidcSubject = expectOidcUser(store, oidcUsername, null);
    insertAdmin(store, { username, role, passwordHash, oidcSubject }, now.wallMs);
    const after = { role, oidcUsername };
    const entry = { actor, action: 'admin.create', subject: username, after };
    writeAudit(store, entry, now.wallMs);
  });
}
