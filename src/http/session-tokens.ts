import { jwt } from '@elysiajs/jwt';
import { errors, jwtVerify } from 'jose';
import { AppError } from '../domain/errors.ts';
import type { AccountClaims } from '../monitor/find-account.ts';

const issuer = 'faiwatch';
const algorithm = 'HS256';

/** How long a session lasts, in seconds; design section 4. */
export const sessionSeconds = { admin: 12 * 3_600, customer: 30 * 86_400 } as const;

/** Makes and checks the tokens of people who are logged in (RFC 7519). */
export interface SessionTokens {
  /** @param nowMs epoch ms */
  sign(claims: AccountClaims, nowMs: number): Promise<string>;
  /**
   * @throws AppError TOKEN_EXPIRED; INVALID_TOKEN for whatever else is wrong with it
   */
  verify(token: string, nowMs: number): Promise<AccountClaims>;
}

/** @param secret at least 32 characters */
export function makeSessionTokens(secret: string): SessionTokens {
  const { sessions } = jwt({ name: 'sessions', secret, alg: algorithm, iss: issuer }).decorator;
  const key = new TextEncoder().encode(secret);

  return {
    sign({ kind, id, tokenVersion }, nowMs) {
      const now = Math.floor(nowMs / 1000);
      return sessions.sign({
        sub: String(id),
        aud: kind,
        ver: tokenVersion,
        exp: now + sessionSeconds[kind],
      });
    },

    async verify(token, nowMs) {
      const rules = {
        algorithms: [algorithm],
        issuer,
        audience: ['admin', 'customer'],
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

function readClaims(payload: Readonly<Record<string, unknown>>): AccountClaims | null {
  const { aud, sub, ver } = payload;
  const id = Number(sub);
  const isKnown = aud === 'admin' || aud === 'customer';
  if (!isKnown || !Number.isSafeInteger(id) || !Number.isSafeInteger(ver)) return null;
  return { kind: aud, id, tokenVersion: Number(ver) };
}

function invalidToken(): AppError {
  return new AppError('INVALID_TOKEN', 'This session is not valid. Please log in again.');
}
