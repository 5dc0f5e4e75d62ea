import { type ErrorCode, errorStatus } from '../../contract/errors.ts';
import { AppError, type AppErrorDetails } from '../../domain/errors.ts';
import { type Finding, findingOf } from '../../domain/findings.ts';
import type { Logger } from '../../domain/logger.ts';
import type { ProofMethod, SecondFactorMethod } from '../../domain/states.ts';
import { isTransient, StoreUnavailable } from '../../store/engine/open.ts';

/** The answer of every failed call. */
interface ErrorBody {
  readonly ok: false;
  readonly error: string;
  readonly code: ErrorCode;
  readonly fields?: Readonly<Record<string, string>>;
  /** The findings that have a code, by field; `body` is the request as a whole. */
  readonly findings?: Readonly<Record<string, Finding>>;
  /** With SECOND_FACTOR_REQUIRED at a log-in. */
  readonly challenge?: string;
  /** With it, and with REAUTHENTICATION_REQUIRED. */
  readonly methods?: readonly (SecondFactorMethod | ProofMethod)[];
  /** On the calls whose answers say `success` and `message`; see `RouteSpec`. */
  readonly success?: false;
  readonly message?: string;
}

/**
 * Turns any failure into an answer. Expected failures give their code. Anything else is logged with its
 * stack and answered as a plain 500, without a word of what was sent.
 * @param saysSuccess whether to add the fields `success` and `message`
 */
export function answerError(error: unknown, log: Logger, saysSuccess = false): Response {
  const answer = (
    code: ErrorCode,
    text: string,
    headers: Headers,
    details: AppErrorDetails = {},
  ): Response => {
    const { fields, secondFactor, methods } = details;
    const body: ErrorBody = {
      ok: false,
      ...(saysSuccess && { success: false, message: text }),
      error: text,
      code,
      ...(fields !== undefined && { fields }),
      ...findingsIn(fields ?? { body: text }),
      ...secondFactor,
      ...(methods !== undefined && { methods }),
    };
    return Response.json(body, { status: statusOf(code, details), headers });
  };
  if (error instanceof AppError) {
    const headers = new Headers();
    const { allow, retryAfterSeconds, leavesBody = false } = error.details;
    if (allow !== undefined) headers.set('Allow', allow);
    if (leavesBody) headers.set('Connection', 'close');
    if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
    return answer(error.code, error.message, headers, error.details);
  }
  if (error instanceof StoreUnavailable || isTransient(error)) {
    log.error({ err: error }, 'a request could not be stored');
    const headers = new Headers({ 'Retry-After': '10' });
    return answer('UNAVAILABLE', 'The server cannot store anything just now. Try again.', headers);
  }
  log.error({ err: error }, 'a request failed unexpectedly');
  return answer('INTERNAL', 'Something went wrong on the server.', new Headers());
}

function findingsIn(fields: Readonly<Record<string, string>>): Pick<ErrorBody, 'findings'> {
  const found = Object.entries(fields).flatMap(([field, text]) => {
    const finding = findingOf(text);
    return finding === undefined ? [] : [[field, finding] as const];
  });
  return found.length === 0 ? {} : { findings: Object.fromEntries(found) };
}

/** Somebody who is logged in is known, and merely may not go on: 403 instead of 401. */
function statusOf(code: ErrorCode, { secondFactor }: AppErrorDetails): number {
  const isRefused = code === 'SECOND_FACTOR_REQUIRED' && secondFactor === undefined;
  return isRefused ? errorStatus.FORBIDDEN : errorStatus[code];
}
