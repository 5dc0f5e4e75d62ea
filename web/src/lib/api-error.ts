import type { ErrorCode } from '../../../src/contract/errors.ts';
import type { Finding } from '../../../src/domain/findings.ts';
import type { ProofMethod, SecondFactorMethod } from '../../../src/domain/states.ts';

/** The second step of a log-in whose password was right. */
export interface SecondStep {
  readonly challenge: string;
  readonly methods: readonly SecondFactorMethod[];
}

/** The server answered, and said no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** `UNKNOWN` when the answer was not one of our own, for example that of a proxy. */
  readonly code: ErrorCode | 'UNKNOWN';
  /** What is wrong, by the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
  /** The same as codes, where a finding has one; `body`: the request as a whole. */
  readonly findings: Readonly<Record<string, Finding>>;
  readonly retryAfterSeconds: number | undefined;
  readonly secondStep: SecondStep | undefined;
  /** For REAUTHENTICATION_REQUIRED: the proofs that the account can give. */
  readonly proofs: readonly ProofMethod[];

  constructor(
    message: string,
    details: Pick<ApiError, 'status' | 'code'> &
      Partial<
        Pick<ApiError, 'fields' | 'findings' | 'retryAfterSeconds' | 'secondStep' | 'proofs'>
      >,
  ) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.fields = details.fields ?? {};
    this.findings = details.findings ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.secondStep = details.secondStep;
    this.proofs = details.proofs ?? [];
  }
}

/** Nothing came back: no network, no server, or a connection cut short. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Whether the session this call was made with is not good any more. */
export function isSessionOver(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'TOKEN_EXPIRED' || error.code === 'INVALID_TOKEN')
  );
}
