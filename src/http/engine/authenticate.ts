import { createHash, timingSafeEqual } from 'node:crypto';
import { authenticateDevice } from '../../actions/devices/authenticate-device.ts';
import { hashSecret } from '../../actions/engine/secrets.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import type { Monitor } from '../../actions/monitor.ts';
import { apiTokenPrefix, findProgram } from '../../actions/people/api-tokens.ts';
import {
  type Account,
  type AdminAccount,
  findAccount,
  isSessionOpen,
} from '../../actions/people/find-account.ts';
import type { SessionTokens } from '../../actions/people/session-tokens.ts';
import { AppError } from '../../domain/errors.ts';
import { refusals } from '../../domain/findings.ts';
import { isLoopback } from '../../domain/ip-address.ts';
import type { Actor } from '../../domain/people/actor.ts';
import { type Hidden, maskValue } from '../../domain/people/mask.ts';
import { sessionLifeMs } from '../../domain/people/session.ts';
import { type TokenScope, tokenScopes } from '../../domain/people/token-scopes.ts';
import { operatorRoles } from '../../domain/states.ts';
import type { Access, Callers, RouteSpec } from './route.ts';

type Caller = Callers[keyof Callers];

export interface Admission {
  readonly caller: Callers[Access];
  readonly actor: Actor;
  /** When the session token expires, epoch ms. Null: there is none to renew. */
  readonly tokenExpiresAt: number | null;
}

/** The facts about a caller before the call is made. */
type Door = Pick<
  RouteSpec,
  'access' | 'path' | 'forOwner' | 'needsProof' | 'scope' | 'fieldScopes'
>;

/** Admits a request by the rule of its route. */
export type Guard = {
  /**
   * @param address network address of the caller
   * @throws AppError INVALID_TOKEN, TOKEN_EXPIRED, FORBIDDEN, SECOND_FACTOR_REQUIRED, DEVICE_REVOKED
   */
  (entry: Door, request: Request, address: string): Promise<Admission>;
  /** @returns a new token for the session once a tenth of this one's life has passed, or null */
  readonly renew: (admission: Admission) => Promise<string | null>;
  readonly clock: Monitor['clock'];
};

/** @param metricsToken null: this machine needs none */
export function makeGuard(
  monitor: Monitor,
  tokens: SessionTokens,
  metricsToken: string | null,
): Guard {
  const admit = async (door: Door, { headers }: Request, address: string): Promise<Admission> => {
    const { access } = door;
    if (access === 'public') {
      return { caller: null, actor: { name: 'public', address }, tokenExpiresAt: null };
    }
    if (access === 'device') {
      const device = authenticateRequest(monitor, headers);
      const actor = { name: `device:${device.deviceId}`, address };
      return { caller: device, actor, tokenExpiresAt: null };
    }
    if (access === 'metrics' && mayReadMetrics(headers, address, metricsToken)) {
      return { caller: null, actor: { name: 'metrics', address }, tokenExpiresAt: null };
    }
    const { account, tokenExpiresAt } = await readAccount(monitor, tokens, headers, address);
    const isProgram = account.kind === 'admin' && account.apiTokenId !== null;
    if (!mayCall(account, access) || (isProgram && isForPeople(door))) {
      throw new AppError('FORBIDDEN', 'This account may not do that.');
    }
    if (door.forOwner === true && account.kind === 'customer' && !account.isOwner) {
      throw new AppError('FORBIDDEN', refusals.ownersOnly);
    }
    requireScopes(account, scopesOf(door));
    if (account.kind === 'admin' && account.mustSetSecondFactor && !isAboutOneself(door.path)) {
      throw new AppError('SECOND_FACTOR_REQUIRED', 'Set up a second factor first.');
    }
    return { caller: account, actor: { name: nameOf(account), address }, tokenExpiresAt };
  };
  const renew = async ({ caller, tokenExpiresAt }: Admission): Promise<string | null> => {
    if (caller === null || !('sessionId' in caller) || tokenExpiresAt === null) return null;
    const { wallMs } = monitor.clock();
    const life = sessionLifeMs[caller.kind];
    if (tokenExpiresAt - wallMs > life * (1 - renewedAfter)) return null;
    const isOpen = isSessionOpen(monitor, caller, wallMs);
    return isOpen ? tokens.sign(caller, wallMs) : null;
  };
  return Object.assign(admit, { clock: monitor.clock, renew });
}

/** Share of a token's life. */
const renewedAfter = 0.1;

/** A command on this machine; see `SessionTokens`. */
const thisMachine: AdminAccount = {
  kind: 'admin',
  id: 0,
  username: 'this machine',
  role: 'viewer',
  tokenVersion: 0,
  sessionId: '',
  apiTokenId: null,
  scopes: [],
  mustSetSecondFactor: false,
};

/**
 * Calls that a program never makes: accounts, what opens them, and what takes a proof, unless there is a scope for
 * it.
 */
function isForPeople({ path, needsProof, scope }: Door): boolean {
  if (needsProof === true) return scope === undefined;
  return isAboutOneself(path) || /^\/api\/(operators|tokens|settings\/security)(\/|$)/.test(path);
}

function isAboutOneself(path: string): boolean {
  return /^\/api\/(account|auth)(\/|$)/.test(path);
}

function mayCall(account: Account, access: Exclude<Access, 'public' | 'device'>): boolean {
  if (access === 'account') return true;
  if (access === 'customer' || account.kind === 'customer') return access === account.kind;
  const least = access === 'metrics' ? 'viewer' : access;
  return operatorRoles.indexOf(account.role) >= operatorRoles.indexOf(least);
}

/** The part of an answer that a caller may see. */
export type View = <T>(answer: T) => T;

const views: Readonly<Record<Hidden, View>> = {
  nothing: (answer) => answer,
  keys: (answer) => maskValue(answer, 'keys'),
  personal: (answer) => maskValue(answer, 'personal'),
};

/** Fields that are hidden from a caller, and from their searches. */
export function hiddenFrom(caller: Caller): Hidden {
  if (caller !== null && 'role' in caller && caller.role === 'viewer') return 'personal';
  return hasScope(caller, 'keys:whole') ? 'nothing' : 'keys';
}

/**
 * The one place that decides what a role, or a program, sees: calls, exports and the live stream all use it.
 * Of two with the same view it is the same function.
 */
export function viewOf(caller: Caller): View {
  return views[hiddenFrom(caller)];
}

/**
 * The token of `Authorization: Bearer TOKEN`; the scheme is matched without regard to case (RFC 9110,
 * section 11.1).
 * @returns null: there is none
 */
export function readBearer(headers: Headers): string | null {
  const given = headers.get('authorization') ?? '';
  if (!/^bearer /i.test(given)) return null;
  const token = given.slice('bearer '.length).trimStart();
  return token === '' ? null : token;
}

/**
 * The device of the token that a request carries.
 * @throws AppError INVALID_TOKEN, DEVICE_REVOKED
 */
export function authenticateRequest(monitor: Monitor, headers: Headers): LiveDevice {
  const token = readBearer(headers);
  if (token === null) {
    throw new AppError('INVALID_TOKEN', 'A device token is needed: Authorization: Bearer fwd_…');
  }
  return authenticateDevice(monitor, token);
}

/** Whether a request carries the token of a board, be it revoked or not. */
export function isOfBoard({ fleet }: Monitor, headers: Headers): boolean {
  const token = readBearer(headers);
  return token !== null && fleet.getByTokenHash(hashSecret(token)) !== undefined;
}

/**
 * The account of the session token that a request carries, in its present state.
 * @throws AppError INVALID_TOKEN, TOKEN_EXPIRED
 */
async function readAccount(
  monitor: Monitor,
  tokens: SessionTokens,
  headers: Headers,
  address: string,
): Promise<{ readonly account: Account; readonly tokenExpiresAt: number | null }> {
  const token = readBearer(headers);
  if (token === null) throw new AppError('INVALID_TOKEN', 'Please log in first.');
  if (token.startsWith(apiTokenPrefix)) {
    return { account: findProgram(monitor, token, monitor.clock()), tokenExpiresAt: null };
  }
  const { wallMs } = monitor.clock();
  const claims = await tokens.verify(token, wallMs);
  if (claims.kind === 'machine') return { account: thisMachine, tokenExpiresAt: null };
  const { account, lastUsedAt } = findAccount(monitor, claims, wallMs);
  monitor.sessionUses.note(account.sessionId, lastUsedAt, { at: wallMs, address });
  return { account, tokenExpiresAt: claims.expiresAt };
}

function nameOf(account: Account): string {
  if (account.kind === 'customer') return `customer:${account.id}`;
  return `${account.apiTokenId === null ? 'admin' : 'token'}:${account.username}`;
}

function mayReadMetrics(headers: Headers, address: string, token: string | null): boolean {
  if (token === null) return isThisMachine(headers, address);
  // Both have one length and do not depend on the input, so the time taken says nothing.
  return timingSafeEqual(digest(readBearer(headers) ?? ''), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A reverse proxy comes from loopback, too, and forwards requests of others. */
function isThisMachine(headers: Headers, address: string): boolean {
  const isForwarded = headers.has('x-forwarded-for') || headers.has('forwarded');
  return !isForwarded && isLoopback(address);
}

/** Whether a caller has a scope. People have all: what they may do is their role's to say. */
function hasScope(caller: Caller, scope: TokenScope): boolean {
  return caller === null || !('scopes' in caller) || caller.scopes.includes(scope);
}

/**
 * The scopes that a call needs of a program; docs/decisions/081.
 * @param body as it was checked. Undefined: it was not read yet, so only what holds for every body is known
 */
export function scopesOf(
  { scope, fieldScopes = {} }: Pick<RouteSpec, 'scope' | 'fieldScopes'>,
  body?: unknown,
): TokenScope[] {
  const given: Readonly<Record<string, unknown>> = { ...(body as object | undefined) };
  const ofFields = Object.entries(fieldScopes).flatMap(([field, needed]) =>
    (given[field] ?? '') === '' ? [] : [needed],
  );
  return tokenScopes.filter((one) => one === scope || ofFields.includes(one));
}

/** @throws AppError FORBIDDEN, whose text names what the token lacks */
export function requireScopes(caller: Caller, needed: readonly TokenScope[]): void {
  const lacking = needed.filter((scope) => !hasScope(caller, scope));
  if (lacking.length === 0) return;
  const names = lacking.map((scope) => `\`${scope}\``).join(' and ');
  throw new AppError(
    'FORBIDDEN',
    `This API token lacks the scope ${names}. An owner can give it in the console, under Operators.`,
  );
}
