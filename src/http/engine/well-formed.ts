import { AppError } from '../../domain/errors.ts';

/**
 * Admits requests whose address can be read. Without a Host, as in HTTP/1.0, or with an invalid one, Bun
 * gives only the path.
 *
 * @param refuse turns the failure into an answer: VALIDATION, if Host is invalid or given
 *   twice (RFC 9112 section 3.2)
 */
export function requireWellFormed<T>(
  next: (request: Request) => T,
  refuse: (error: AppError) => Response,
): (request: Request) => T | Response {
  return (request) => {
    const host = request.headers.get('host') ?? '';
    if (host === '' && request.url.startsWith('/')) {
      // The same object, because Bun identifies the caller by it.
      Object.defineProperty(request, 'url', { value: `http://localhost${request.url}` });
    }
    if (URL.canParse(request.url) && !host.includes(',')) return next(request);
    return refuse(new AppError('VALIDATION', 'The address or the Host header is not valid.'));
  };
}
