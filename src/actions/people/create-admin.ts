import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { checkNewPassword } from '../../domain/people/password.ts';
import type { OperatorRole } from '../../domain/states.ts';
import {
  countAdmins,
  findAdmin,
  insertAdmin,
  updateAdminPassword,
} from '../../store/people/admins.ts';
import { forgetAttempts } from '../../store/people/attempt-limits.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { clearSecondFactors } from '../../store/people/second-factors.ts';
import type { Monitor } from '../monitor.ts';
import { adminAccountName, codeAccountName, liftLoginLimits } from './limit-logins.ts';

/**
 * Creates an operator. Without a role, the first one becomes owner; later ones look after customers,
 * boards and keys, and may not create operators.
 * @returns the role
 * @throws AppError VALIDATION, CONFLICT when the name is taken
 */
export async function createAdmin(
  monitor: Pick<Monitor, 'store'>,
  given: {
    readonly username: string;
    readonly password: string;
    readonly role?: OperatorRole | undefined;
  },
  actor: Actor,
  now: Instant,
): Promise<OperatorRole> {
  const { username, password } = given;
  if (!/^[\w.@-]{1,64}$/.test(username)) {
    throw new AppError('VALIDATION', 'username: 1 to 64 letters, digits or . _ @ -', {
      fields: { username: 'must be 1 to 64 letters, digits or . _ @ -' },
    });
  }
  checkNewPassword(password, username);
  const hash = await Bun.password.hash(password, 'argon2id');
  return monitor.store.transaction(() => {
    const role = given.role ?? (countAdmins(monitor.store) === 0 ? 'owner' : 'support');
    if (findAdmin(monitor.store, username) !== undefined) {
      throw new AppError('CONFLICT', `There is already an operator named ${username}.`);
    }
    insertAdmin(monitor.store, { username, passwordHash: hash, role }, now.wallMs);
    const entry = { actor, action: 'admin.create', subject: username, after: { role } };
    writeAudit(monitor.store, entry, now.wallMs);
    return role;
  });
}

/**
 * Gives an operator a new password, removes their second factor, ends all their sessions and lifts every
 * limit.
 * @throws AppError VALIDATION, NOT_FOUND
 */
export async function resetAdminPassword(
  monitor: Pick<Monitor, 'store'>,
  username: string,
  password: string,
  actor: Actor,
  now: Instant,
): Promise<void> {
  checkNewPassword(password, username);
  const hash = await Bun.password.hash(password, 'argon2id');
  monitor.store.transaction(() => {
    const admin = findAdmin(monitor.store, username);
    if (admin === undefined) {
      throw new AppError('NOT_FOUND', `There is no operator named ${username}.`);
    }
    updateAdminPassword(monitor.store, admin.id, hash);
    clearSecondFactors(monitor.store, admin.id);
    liftLoginLimits(monitor.store, adminAccountName(username));
    liftLoginLimits(monitor.store, codeAccountName(username));
    forgetAttempts(monitor.store, 'second-factor', username);
    const entry = { actor, action: 'admin.reset-password', subject: username };
    writeAudit(monitor.store, entry, now.wallMs);
  });
}
