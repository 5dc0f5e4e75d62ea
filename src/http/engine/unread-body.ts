import { bodyLengthOf, isInPieces, smallBody } from './read-body.ts';

/**
 * A handler that lets go of a body which nobody has read when its request is answered. Bun takes in what arrives while
 * an answer is waited for, and keeps it for as long as the request is: until the next garbage collection, which knows
 * nothing of it. 64 connections that posted 1 MB each to an unknown page took 1.3 GB within 8 s.
 *
 * One in pieces ends its connection besides: Bun goes on taking pieces of a byte apart for as long as they come, and
 * 300 such connections kept others waiting for 1.3 s.
 */
export function dropUnread<S, T>(
  handle: (request: Request, server: S) => T | Promise<T>,
): (request: Request, server: S) => T | Promise<T> {
  return (request, server) => {
    const answer = handle(request, server);
    if (!mayBeLarge(request)) return answer;
    if (!(answer instanceof Promise)) return drop(request, answer);
    const failed = (error: unknown): never => {
      drop(request, null);
      throw error;
    };
    return answer.then((given) => drop(request, given), failed);
  };
}

function mayBeLarge({ headers }: Request): boolean {
  const length = bodyLengthOf(headers);
  return length === null ? isInPieces(headers) : length > smallBody;
}

function drop<T>(request: Request, answer: T): T {
  // What was read in part was let go of by whoever read it.
  if (request.bodyUsed) return answer;
  request.body?.cancel().catch(() => {});
  const isEnded = isInPieces(request.headers) && answer instanceof Response;
  if (isEnded) answer.headers.set('Connection', 'close');
  return answer;
}
