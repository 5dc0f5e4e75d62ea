import { isIP } from 'node:net';
import type { RelyingParty } from '../../actions/people/passkeys.ts';
import { AppError } from '../../domain/errors.ts';
import type { ApiContext } from '../engine/api-context.ts';

/**
 * The site that passkeys belong to: the public address, or else the address the page was called by.
 * Browsers offer passkeys only over https or on their own machine, and only for names.
 * @returns null where there can be none
 */
export function relyingPartyOf(
  { publicUrl, isTls }: Pick<ApiContext, 'publicUrl' | 'isTls'>,
  { headers }: Request,
): RelyingParty | null {
  const host = headers.get('host') ?? '';
  const origin = headers.get('origin');
  const own = `${isTls ? 'https' : 'http'}://${host}`;
  // The browser knows best whether a proxy before us speaks https; it may not name another site.
  const called = origin !== null && URL.parse(origin)?.host === host ? origin : own;
  const url = URL.parse(publicUrl ?? called);
  if (url === null || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  const isSafe = url.protocol === 'https:' || url.hostname === 'localhost';
  return isSafe ? { id: url.hostname, origin: url.origin } : null;
}

/** @throws AppError CONFLICT */
export function requireRelyingParty(context: ApiContext, request: Request): RelyingParty {
  const party = relyingPartyOf(context, request);
  if (party === null) {
    throw new AppError('CONFLICT', 'Passkeys need a page that is called by https and by a name.');
  }
  return party;
}
