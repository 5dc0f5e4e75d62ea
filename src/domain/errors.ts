import type { ProofMethod, SecondFactorMethod } from './states.ts';

/** The codes of expected failures; `contract/errors.ts` gives each its HTTP status. */
export type AppErrorCode =
  | 'VALIDATION'
  | 'INVALID_CREDENTIALS'
  | 'INVALID_TOKEN'
  | 'TOKEN_EXPIRED'
  | 'SECOND_FACTOR_REQUIRED'
  | 'CHALLENGE_EXPIRED'
  | 'REAUTHENTICATION_REQUIRED'
  | 'FORBIDDEN'
  | 'KEY_INACTIVE'
  | 'KEY_EXPIRED'
  | 'DEVICE_REVOKED'
  | 'NOT_FOUND'
  | 'KEY_NOT_FOUND'
  | 'CUSTOMER_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'KEY_IN_USE'
  | 'KEY_PHONE_MISMATCH'
  | 'PAYLOAD_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE';

export interface AppErrorDetails {
  /** For SECOND_FACTOR_REQUIRED at a log-in: what the second step needs. */
  readonly secondFactor?: {
    readonly challenge: string;
    readonly methods: readonly SecondFactorMethod[];
  };
  /** For REAUTHENTICATION_REQUIRED: the proofs that the account can give. */
  readonly methods?: readonly ProofMethod[];
  /** For VALIDATION: field path → what is wrong with it. */
  readonly fields?: Readonly<Record<string, string>>;
  /** For METHOD_NOT_ALLOWED: the allowed methods, as the Allow header lists them. */
  readonly allow?: string;
  /** For RATE_LIMITED and UNAVAILABLE: when to try again. */
  readonly retryAfterSeconds?: number;
  /**
   * The connection ends, and with it what has come of the body: somebody began to read it and does not wait for the
   * rest, or it comes in pieces, which Bun goes on taking apart. A client that sends all of it first may then not read
   * the answer, so a body of which nothing was read, and whose length is known, is no case of this.
   */
  readonly leavesBody?: true;
}

/** A failure that can be expected; the adapters turn its code into a status or a close reason. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: AppErrorCode;
  readonly details: AppErrorDetails;

  constructor(code: AppErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** A finding about a field of a request. */
export function invalidField(field: string, finding: string): AppError {
  return new AppError('VALIDATION', `${field}: ${finding}`, { fields: { [field]: finding } });
}
