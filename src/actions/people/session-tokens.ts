import { jwt } from '@elysiajs/jwt';
import { errors, jwtVerify } from 'jose';
import { AppError } from '../../domain/errors.ts';
import { sessionLifeMs } from '../../domain/people/session.ts';
import type { AccountClaims } from './find-account.ts';

const issuer = 'faiwatch';
const algorithm = 'HS256';

/** A command of this machine may ask the server that runs on it for so long, in ms. */
const machineLifeMs = 60_000;

/** Claims of a token, and its end. */
type TokenClaims = (AccountClaims | { readonly kind: 'machine' }) & {
  /** Epoch ms. */
  readonly expiresAt: number;
};

/** Makes and checks the tokens of people who are logged in (RFC 7519). */
export interface SessionTokens {
  /** @param nowMs epoch ms */
  sign(claims: AccountClaims, nowMs: number): Promise<string>;
  /**
   * For a command on this machine: whoever may read the secret may read the database, too. It reads as
   * a viewer does, for a minute.
   */
  signMachine(nowMs: number): Promise<string>;
  /**
   * @throws AppError TOKEN_EXPIRED; INVALID_TOKEN for whatever else is wrong with it
   */
  verify(token: string, nowMs: number): Promise<TokenClaims>;
}

/** @param secret at least 32 characters */
export function makeSessionTokens(secret: string): SessionTokens {
  const { sessions } = jwt({ name: 'sessions', secret, alg: algorithm, iss: issuer }).decorator;
  const key = new TextEncoder().encode(secret);
  const at = (ms: number) => Math.floor(ms / 1000);

  return {
    sign({ kind, id, tokenVersion, sessionId }, nowMs) {
      return sessions.sign({
        sub: String(id),
        aud: kind,
        ver: tokenVersion,
        sid: sessionId,
        exp: at(nowMs + sessionLifeMs[kind]),
      });
    },

    signMachine(nowMs) {
      return sessions.sign({ sub: '0', aud: 'machine', exp: at(nowMs + machineLifeMs) });
    },

    async verify(token, nowMs) {
      const rules = {
        algorithms: [algorithm],
        issuer,
        audience: ['admin', 'customer', 'machine'],
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(nowMs),
      };
      const payload = await sessions.verify(token, rules);
      // It answers false for every failure alike; its own engine says which.
      if (payload === false) throw await explainRefusal(() => jwtVerify(token, key, rules));
      const claims = readClaims(payload);
      if (claims === null) throw invalidToken();
      return claims;
    },
  };
}

async function explainRefusal(verify: () => Promise<unknown>): Promise<AppError> {
  try {
    await verify();
    return invalidToken();
  } catch (error) {
    return error instanceof errors.JWTExpired
      ? new AppError('TOKEN_EXPIRED', 'This session has expired. Please log in again.')
      : invalidToken();
  }
}

function readClaims(payload: Readonly<Record<string, unknown>>): TokenClaims | null {
  const { aud, sub, ver, sid, exp } = payload;
  const expiresAt = Number(exp) * 1000;
  if (aud === 'machine') return { kind: aud, expiresAt };
  const id = Number(sub);
  const isKnown = aud === 'admin' || aud === 'customer';
  if (!isKnown || !Number.isSafeInteger(id) || !Number.isSafeInteger(ver)) return null;
  if (typeof sid !== 'string') return null;
  return { kind: aud, id, tokenVersion: Number(ver), sessionId: sid, expiresAt };
}

function invalidToken(): AppError {
  return new AppError('INVALID_TOKEN', 'This session is not valid. Please log in again.');
}
