import { hashSecret } from '../../actions/engine/secrets.ts';
import type { Monitor } from '../../actions/monitor.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { endHomeAccount } from '../../store/home/ways-in.ts';
import { writeAudit } from '../../store/people/audit.ts';
import { findHomeAccount, type HomeAccountRow, writeHomeAccount } from './account-rows.ts';

/** Credentials of a home automation. The password is shown only now. */
export interface HomeCredentials {
  readonly name: string;
  readonly password: string;
}

const randomHex = (bytes: number) =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');

/** Makes new credentials for a customer's home automation. The former ones end. */
export function openHomeAccount(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  actor: Actor,
  now: Instant,
): HomeCredentials {
  const name = `home-${randomHex(4)}`;
  const password = randomHex(16);
  const passwordHash = hashSecret(password);
  store.transaction(() => {
    writeHomeAccount(store, { customerId, name, passwordHash, createdAt: now.wallMs });
    const subject = `customer:${customerId}`;
    writeAudit(store, { actor, action: 'home.open', subject }, now.wallMs);
  });
  return { name, password };
}

/** Ends the credentials of a customer's home automation, if there are any. */
export function closeHomeAccount(
  { store }: Pick<Monitor, 'store'>,
  customerId: number,
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => endHomeAccount(store, customerId, actor, now));
}

/** @returns null: there is no such account, or the password is another */
export function authenticateHome(
  { store }: Pick<Monitor, 'store'>,
  name: string,
  password: string,
): HomeAccountRow | null {
  const account = findHomeAccount(store, name);
  // The time of the comparison tells nothing: it compares hashes of 128 random bits.
  return account?.passwordHash === hashSecret(password) ? account : null;
}
