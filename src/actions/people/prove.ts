/** Somebody who is logged in proves again that it is them. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { type ProofMethod, proofMethods } from '../../domain/states.ts';
import type { Store } from '../../store/engine/open.ts';
import { findAdminById, noPassword } from '../../store/people/admins.ts';
import { listPasskeys } from '../../store/people/second-factors.ts';
import type { AdminAccount } from './find-account.ts';
import { limitProofs } from './limit-logins.ts';
import { type LoginDoor, proveByPassword } from './log-in.ts';
import { describeOidc } from './oidc-identity.ts';
import { type RelyingParty, takePasskey } from './passkeys.ts';
import { takeTotpCode } from './second-factor.ts';

/**
 * Demands of a session that it proved lately whose it is.
 * @param password given with the call itself: a proof, too. Undefined: none
 * @param hasProvider whether an OpenID provider is configured
 * @throws AppError REAUTHENTICATION_REQUIRED with what the account can prove itself by, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function requireProof(
  door: Pick<LoginDoor, 'monitor' | 'passwords'>,
  account: AdminAccount,
  password: string | undefined,
  hasProvider: boolean,
  now: Instant,
): Promise<void> {
  if (password !== undefined) return proveByPassword(door, account, password, now);
  const { store, proofs } = door.monitor;
  if (proofs.isFresh(account.sessionId, now)) return;
  throw new AppError('REAUTHENTICATION_REQUIRED', 'Please prove once more that it is you.', {
    methods: listProofMethods(store, account.id, hasProvider),
  });
}

function listProofMethods(store: Store, adminId: number, hasProvider: boolean): ProofMethod[] {
  const admin = findAdminById(store, adminId);
  if (admin === undefined) return [];
  const can: Record<ProofMethod, boolean> = {
    password: admin.passwordHash !== noPassword,
    totp: admin.totpConfirmedAt !== null,
    passkey: listPasskeys(store, adminId).length > 0,
    oidc: hasProvider && describeOidc(admin.oidcSubject).isLinked,
  };
  return proofMethods.filter((method) => can[method]);
}

/**
 * By a code of the authenticator app.
 * @throws AppError INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function proveByCode(
  { monitor }: Pick<LoginDoor, 'monitor'>,
  { id, sessionId }: AdminAccount,
  code: string,
  now: Instant,
): Promise<void> {
  const { store, proofs } = monitor;
  await limitProofs(monitor, sessionId, now, async () => {
    const isRight = store.transaction(() => {
      const admin = findAdminById(store, id);
      return admin?.totpConfirmedAt != null && takeTotpCode(store, admin, code, now);
    });
    if (!isRight) throw new AppError('INVALID_CREDENTIALS', 'Wrong code');
  });
  proofs.note(sessionId, now);
}

/**
 * By a passkey of the account.
 * @throws AppError INVALID_CREDENTIALS
 */
export async function proveByPasskey(
  door: Pick<LoginDoor, 'monitor' | 'tickets'>,
  { id: adminId, sessionId }: AdminAccount,
  response: AuthenticationResponseJSON,
  party: RelyingParty,
  now: Instant,
): Promise<void> {
  await takePasskey(door, { adminId, sessionId }, response, party, now);
  door.monitor.proofs.note(sessionId, now);
}

/**
 * By what the page got when the browser came back from the OpenID provider.
 * @throws AppError INVALID_CREDENTIALS
 */
export function proveByProvider(
  { monitor, tickets }: Pick<LoginDoor, 'monitor' | 'tickets'>,
  { sessionId }: AdminAccount,
  code: string,
  now: Instant,
): void {
  const [proven, ageMs] = tickets.take('oidc-proof', code, 1, now.wallMs)?.split('.') ?? [];
  if (proven !== sessionId) {
    throw new AppError('INVALID_CREDENTIALS', 'This took too long. Please begin anew.');
  }
  monitor.proofs.note(sessionId, now, Number(ageMs));
}
