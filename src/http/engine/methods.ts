/**
 * The methods that each path takes. A wrong one gets 405 (RFC 9110, section 15.5.6), OPTIONS gets the list.
 */
import { AppError } from '../../domain/errors.ts';
import type { RouteSpec } from './route.ts';

/** The methods of a path; null: no call has this path. */
export type MethodTable = (path: string) => readonly string[] | null;

export function tabulateMethods(specs: readonly Pick<RouteSpec, 'method' | 'path'>[]): MethodTable {
  const patterns = specs.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:[^/]+/g, '[^/]+')}$`),
  }));
  return (path) => {
    // All paths that fit: `/keys/stats` also fits the path of one key, with other methods.
    const methods = patterns
      .filter(({ pattern }) => pattern.test(path))
      .map(({ method }) => method);
    if (methods.length === 0) return null;
    // A path with GET also answers HEAD; the framework does that.
    return [...new Set(methods), ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  };
}

export function methodNotAllowed(method: string, methods: readonly string[]): AppError {
  const allow = methods.join(', ');
  return new AppError('METHOD_NOT_ALLOWED', `This address does not take ${method}, but ${allow}.`, {
    allow,
  });
}
