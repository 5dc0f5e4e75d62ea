import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/error-text.ts';

/** A refusal of the code that the app showed. */
export function explainWrongCode(error: unknown, t: TFunction): unknown {
  if (!(error instanceof ApiError) || error.code !== 'VALIDATION') return error;
  const { message, status, code } = error;
  return new ApiError(message, { status, code, fields: { code: t('account.totp.wrong_code') } });
}

/** What kept the browser from making or showing a passkey (WebAuthn level 3, section 5.1.3). */
const browserWords = {
  NotAllowedError: 'account.passkeys.given_up',
  AbortError: 'account.passkeys.given_up',
  InvalidStateError: 'account.passkeys.known',
} as const;

export function describePasskeyError(error: unknown, t: TFunction): string {
  const name = error instanceof Error ? error.name : '';
  if (Object.hasOwn(browserWords, name)) return t(browserWords[name as keyof typeof browserWords]);
  return t('ui.form.failed', { reason: describeError(error, t) });
}
