import type { TFunction } from 'i18next';
import type { texts } from '../../../src/contract/texts.ts';
import { ApiError, NetworkError } from './api-error.ts';

/** The catalogue's sentences as the server says them, and where they stand in the locale files. */
const sentences = {
  'Please fill in all fields': 'ui.said.fill_in_all_fields',
  'Please enter phone number': 'ui.said.enter_phone',
  'Please select customer': 'ui.said.select_customer',
  'Please select keys to delete': 'ui.said.select_keys',
  'Cannot renew, this key is not bound to any device': 'ui.said.key_not_bound',
  'Customer not found': 'ui.said.customer_not_found',
  'New passwords do not match': 'ui.said.passwords_differ',
  'Current password incorrect': 'ui.said.wrong_password',
  'Please enter device name': 'ui.said.enter_device_name',
  'Please enter name': 'ui.said.enter_name',
  'Invalid email': 'ui.said.invalid_email',
  'Invalid phone': 'ui.said.invalid_phone',
} as const satisfies Partial<Record<(typeof texts)[keyof typeof texts], string>>;

const codes = {
  INVALID_CREDENTIALS: 'ui.error.credentials',
  INVALID_TOKEN: 'ui.error.session',
  TOKEN_EXPIRED: 'ui.error.session',
  CHALLENGE_EXPIRED: 'console.login.too_late',
  SECOND_FACTOR_REQUIRED: 'ui.error.second_factor',
  FORBIDDEN: 'ui.error.forbidden',
  KEY_INACTIVE: 'ui.error.key_inactive',
  KEY_EXPIRED: 'ui.error.key_expired',
  NOT_FOUND: 'ui.error.not_found',
  KEY_NOT_FOUND: 'ui.error.key_not_found',
  CUSTOMER_NOT_FOUND: 'ui.said.customer_not_found',
  CONFLICT: 'ui.error.conflict',
  KEY_IN_USE: 'ui.error.key_in_use',
  KEY_PHONE_MISMATCH: 'ui.error.key_phone',
  PAYLOAD_TOO_LARGE: 'ui.error.too_large',
  RATE_LIMITED: 'ui.error.rate_limited',
  INTERNAL: 'ui.error.server',
  UNAVAILABLE: 'ui.error.unavailable',
} as const;

/** A sentence of the server in the language of the page, where the locale files have it. */
export function translateSentence(text: string, t: TFunction): string {
  return has(sentences, text) ? t(sentences[text]) : text;
}

/** Why something failed, in the language of the page and without a word of technology. */
export function describeError(error: unknown, t: TFunction): string {
  if (error instanceof NetworkError) return t('ui.error.network');
  if (!(error instanceof ApiError)) return t('ui.error.server');
  if (has(sentences, error.message)) return t(sentences[error.message]);
  if (error.code === 'VALIDATION' && Object.keys(error.fields).length > 0) {
    return t('ui.error.validation');
  }
  if (has(codes, error.code)) return t(codes[error.code]);
  return error.status >= 500 ? t('ui.error.server') : error.message;
}

function has<Known extends object>(known: Known, key: PropertyKey): key is keyof Known {
  return Object.hasOwn(known, key);
}
