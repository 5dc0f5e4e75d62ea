import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { writeAudit } from '../../store/people/audit.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  type PasskeyRow,
} from '../../store/people/second-factors.ts';
import type { Monitor } from '../monitor.ts';
import type { AdminAccount } from './find-account.ts';
import { requireOwnPassword } from './second-factor.ts';
import type { TicketPurpose, Tickets } from './tickets.ts';

/** The site for which passkeys are made. They work nowhere else. */
export interface RelyingParty {
  /** Host name. */
  readonly id: string;
  /** `https://…`, or http on this machine. */
  readonly origin: string;
}

interface Context {
  readonly monitor: Pick<Monitor, 'store'>;
  readonly tickets: Tickets;
}

const lifeMs = 5 * 60_000;
const mostPerAccount = 20;

/** Loaded when it is first needed: it takes 3 MB, and most installations have no passkey. */
async function loadWebauthn() {
  // Before it: in the executable it would find the polyfill too late.
  await import('reflect-metadata');
  return import('@simplewebauthn/server');
}

/**
 * Options for `navigator.credentials.create`. The challenge is a ticket, so the server remembers nothing.
 */
export async function offerPasskey(
  { monitor, tickets }: Context,
  account: AdminAccount,
  { id }: RelyingParty,
  now: Instant,
) {
  requireOwnPassword(monitor.store, account.id);
  const known = listPasskeys(monitor.store, account.id);
  if (known.length >= mostPerAccount) {
    throw new AppError('CONFLICT', `There are ${mostPerAccount} passkeys already.`);
  }
  const challenge = tickets.issue('passkey-creation', String(account.id), now.wallMs + lifeMs);
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    rpName: 'FaiWatch',
    rpID: id,
    userName: account.username,
    userID: new TextEncoder().encode(`operator ${account.id}`),
    challenge: Uint8Array.fromBase64(challenge, { alphabet: 'base64url' }),
    attestationType: 'none',
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/**
 * @throws AppError VALIDATION when the browser's answer is not one to our question, CONFLICT
 */
export async function addPasskey(
  { monitor, tickets }: Context,
  account: AdminAccount,
  given: { readonly name: string; readonly response: RegistrationResponseJSON },
  { id: rpId, origin }: RelyingParty,
  actor: Actor,
  now: Instant,
): Promise<PasskeyRow> {
  const isOurs = (challenge: string) =>
    tickets.take('passkey-creation', challenge, 1, now.wallMs) === String(account.id);
  const { verifyRegistrationResponse } = await loadWebauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: given.response,
    expectedChallenge: isOurs,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }));
  if (registrationInfo === undefined) {
    throw new AppError('VALIDATION', 'response: does not fit', {
      fields: { response: 'does not fit' },
    });
  }
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  const passkey: PasskeyRow = {
    id,
    adminId: account.id,
    name: given.name,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transports ?? null,
    createdAt: now.wallMs,
    lastUsedAt: null,
  };
  const { store } = monitor;
  store.transaction(() => {
    if (findPasskey(store, id) !== undefined) {
      throw new AppError('CONFLICT', 'This passkey is known already.');
    }
    insertPasskey(store, passkey);
    const after = { name: given.name };
    const entry = { actor, action: 'admin.add-passkey', subject: account.username, after };
    writeAudit(store, entry, now.wallMs);
  });
  return passkey;
}

/** @throws AppError NOT_FOUND */
export function removePasskey(
  { store }: Pick<Monitor, 'store'>,
  account: AdminAccount,
  id: string,
  actor: Actor,
  now: Instant,
): void {
  store.transaction(() => {
    const before = { name: findPasskey(store, id)?.name };
    if (!deletePasskey(store, account.id, id)) {
      throw new AppError('NOT_FOUND', 'There is no such passkey.');
    }
    const entry = { actor, action: 'admin.remove-passkey', subject: account.username, before };
    writeAudit(store, entry, now.wallMs);
  });
}

/** The proof that a passkey is asked for. */
interface PasskeyQuestion {
  /** Whose passkey it must be. Null: whose it is, is what it says. */
  readonly adminId: number | null;
  /** The session that it proves. Null: it opens one. */
  readonly sessionId: string | null;
}

/** Beside a password a touch is enough. A passkey that is the only proof asks for finger, face or PIN. */
const isAlone = ({ adminId, sessionId }: PasskeyQuestion) => adminId === null || sessionId !== null;

function ticketOf({ adminId, sessionId }: PasskeyQuestion): [TicketPurpose, subject: string] {
  return sessionId === null
    ? ['passkey-login', String(adminId ?? '')]
    : ['passkey-proof', sessionId];
}

/** Options for `navigator.credentials.get`. */
export async function askForPasskey(
  { monitor, tickets }: Context,
  question: PasskeyQuestion,
  { id }: RelyingParty,
  now: Instant,
) {
  const { adminId } = question;
  const challenge = tickets.issue(...ticketOf(question), now.wallMs + lifeMs);
  const known = adminId === null ? [] : listPasskeys(monitor.store, adminId);
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: id,
    challenge: Uint8Array.fromBase64(challenge, { alphabet: 'base64url' }),
    allowCredentials: known.map(describe),
    userVerification: isAlone(question) ? 'required' : 'preferred',
  });
}

/**
 * @param question as it was asked
 * @returns the owner of the passkey
 * @throws AppError INVALID_CREDENTIALS
 */
export async function takePasskey(
  { monitor, tickets }: Context,
  question: PasskeyQuestion,
  response: AuthenticationResponseJSON,
  { id: rpId, origin }: RelyingParty,
  now: Instant,
): Promise<number> {
  const { store } = monitor;
  const { adminId } = question;
  const [purpose, subject] = ticketOf(question);
  const refused = () => new AppError('INVALID_CREDENTIALS', 'This passkey does not open anything.');
  const passkey = findPasskey(store, response.id);
  if (passkey === undefined || (adminId !== null && passkey.adminId !== adminId)) throw refused();
  const isOurs = (challenge: string) => tickets.take(purpose, challenge, 1, now.wallMs) === subject;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isOurs,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: isAlone(question),
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || authenticationInfo === undefined) throw refused();
  notePasskeyUse(store, passkey.id, authenticationInfo.newCounter, now.wallMs);
  return passkey.adminId;
}

function describe({ id, transports }: PasskeyRow) {
  return { id, ...(transports !== null && { transports: [...transports] as never[] }) };
}
