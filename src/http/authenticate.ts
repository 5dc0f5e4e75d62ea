import type { Actor } from '../domain/actor.ts';
import { AppError } from '../domain/errors.ts';
import { operatorRoles } from '../domain/states.ts';
import { authenticateDevice } from '../monitor/authenticate-device.ts';
import { type Account, findAccount } from '../monitor/find-account.ts';
import type { LiveDevice } from '../monitor/live-device.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { isLoopback } from './client-address.ts';
import type { Access, Callers } from './route.ts';
import type { SessionTokens } from './session-tokens.ts';

export interface Admission {
  readonly caller: Callers[Access];
  readonly actor: Actor;
}

/** Lets a request in, by the rule of its route. */
export type Guard = {
  /**
   * @param address network address of the caller
   * @throws AppError INVALID_TOKEN, TOKEN_EXPIRED, FORBIDDEN, DEVICE_REVOKED
   */
  (access: Access, request: Request, address: string): Promise<Admission>;
  readonly clock: Monitor['clock'];
};

export function makeGuard(monitor: Monitor, tokens: SessionTokens): Guard {
  const admit = async (
    access: Access,
    { headers }: Request,
    address: string,
  ): Promise<Admission> => {
    if (access === 'public') {
      return { caller: null, actor: { name: 'public', address } };
    }
    if (access === 'device') {
      const device = authenticateRequest(monitor, headers);
      return { caller: device, actor: { name: `device:${device.deviceId}`, address } };
    }
    if (access === 'operator' && isThisMachine(headers, address)) {
      return { caller: null, actor: { name: 'operator', address } };
    }
    const account = await readAccount(monitor, tokens, headers);
    if (!mayCall(account, access)) {
      throw new AppError('FORBIDDEN', 'This account may not do that.');
    }
    return { caller: account, actor: { name: nameOf(account), address } };
  };
  return Object.assign(admit, { clock: monitor.clock });
}

function mayCall(account: Account, access: Exclude<Access, 'public' | 'device'>): boolean {
  if (access === 'account') return true;
  if (access === 'customer' || account.kind === 'customer') return access === account.kind;
  const least = access === 'operator' ? 'viewer' : access;
  return operatorRoles.indexOf(account.role) >= operatorRoles.indexOf(least);
}

const scheme = 'Bearer ';

/**
 * The device whose token a request carries.
 * @throws AppError INVALID_TOKEN, DEVICE_REVOKED
 */
export function authenticateRequest(monitor: Monitor, headers: Headers): LiveDevice {
  const header = headers.get('authorization');
  if (header === null || !header.startsWith(scheme)) {
    throw new AppError('INVALID_TOKEN', 'A device token is needed: Authorization: Bearer fwd_…');
  }
  return authenticateDevice(monitor, header.slice(scheme.length));
}

/**
 * The account whose session token a request carries, as it stands now.
 * @throws AppError INVALID_TOKEN, TOKEN_EXPIRED
 */
async function readAccount(
  monitor: Monitor,
  tokens: SessionTokens,
  headers: Headers,
): Promise<Account> {
  const header = headers.get('authorization');
  if (header === null || !header.startsWith(scheme)) {
    throw new AppError('INVALID_TOKEN', 'Please log in first.');
  }
  const claims = await tokens.verify(header.slice(scheme.length), monitor.clock().wallMs);
  return findAccount(monitor, claims);
}

function nameOf(account: Account): string {
  return account.kind === 'admin' ? `admin:${account.username}` : `customer:${account.id}`;
}

/** A reverse proxy comes from loopback, too; what it forwards is somebody else's request. */
function isThisMachine(headers: Headers, address: string): boolean {
  const isForwarded = headers.has('x-forwarded-for') || headers.has('forwarded');
  return !isForwarded && isLoopback(address);
}
