import type { AppErrorCode } from '../domain/errors.ts';

/** Every error code an answer can carry, and the HTTP status it goes with. */
export const errorStatus = {
  VALIDATION: 400,
  INVALID_CREDENTIALS: 401,
  INVALID_TOKEN: 401,
  TOKEN_EXPIRED: 401,
  /** 403 to somebody who is logged in and must set up a second factor first. */
  SECOND_FACTOR_REQUIRED: 401,
  /** The second step of a log-in came too late: it begins anew. */
  CHALLENGE_EXPIRED: 401,
  FORBIDDEN: 403,
  /** The call changes who may come in, and the session's proof of whose it is has become too old. */
  REAUTHENTICATION_REQUIRED: 403,
  KEY_INACTIVE: 403,
  KEY_EXPIRED: 403,
  DEVICE_REVOKED: 403,
  NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  CUSTOMER_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  KEY_IN_USE: 409,
  KEY_PHONE_MISMATCH: 409,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<AppErrorCode | 'INTERNAL', number>;

export type ErrorCode = keyof typeof errorStatus;
