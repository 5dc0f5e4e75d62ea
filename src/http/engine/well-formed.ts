import { AppError } from '../../domain/errors.ts';

/**
 * Lets a request through whose address can be read. Bun gives only the path of it where there is no
 * Host, as in HTTP/1.0, or one that fits no address.
 *
 * @param refuse turns what is wrong into the answer: VALIDATION, where Host is given and wrong, or given
 *   twice (RFC 9112 section 3.2)
 */
export function requireWellFormed<T>(
  next: (request: Request) => T,
  refuse: (error: AppError) => Response,
): (request: Request) => T | Response {
  return (request) => {
    const host = request.headers.get('host') ?? '';
    if (host === '' && request.url.startsWith('/')) {
      // The same object, because Bun knows by it who is calling.
      Object.defineProperty(request, 'url', { value: `http://localhost${request.url}` });
    }
    if (URL.canParse(request.url) && !host.includes(',')) return next(request);
    return refuse(new AppError('VALIDATION', 'The address or the Host header is not valid.'));
  };
}
