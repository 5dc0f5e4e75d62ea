/** Which methods each path takes: a wrong one is told so (RFC 9110, section 15.5.6), OPTIONS what there is. */
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
    // All that fit: `/keys/stats` is a key by another method, to whoever has such a key.
    const methods = patterns
      .filter(({ pattern }) => pattern.test(path))
      .map(({ method }) => method);
    if (methods.length === 0) return null;
    // Whoever takes GET is asked by HEAD, too; the framework sees to that.
    return [...new Set(methods), ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  };
}

export function methodNotAllowed(method: string, methods: readonly string[]): AppError {
  const allow = methods.join(', ');
  return new AppError('METHOD_NOT_ALLOWED', `This address does not take ${method}, but ${allow}.`, {
    allow,
  });
}
