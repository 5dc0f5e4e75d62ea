/**
 * The methods that each path takes. A wrong one gets 405 (RFC 9110, section 15.5.6), OPTIONS gets the list.
 */
import { AppError } from '../../domain/errors.ts';
import type { RouteSpec } from './route.ts';

/** The methods of a path; null: no call has this path. */
export type MethodTable = (path: string) => readonly string[] | null;

export function tabulateMethods(
  specs: readonly Pick<RouteSpec, 'method' | 'path' | 'params'>[],
): MethodTable {
  const patterns = specs.map(({ method, path, params }) => ({
    method,
    params,
    pattern: new RegExp(
      `^${path.replaceAll('.', '\\.').replaceAll(/:(\w+)[^/]*/g, '(?<$1>[^/]+)')}$`,
    ),
  }));
  return (path) => {
    // All paths that fit: `/keys/stats` also fits the path of one key, with other methods.
    const fitting = patterns.flatMap(({ pattern, ...one }) => {
      const found = pattern.exec(path);
      return found === null ? [] : [{ ...one, values: found.groups ?? {} }];
    });
    // The path of a module that is off may look like that of one thing, whose id it is not.
    const isThere = fitting.some(
      ({ params, values }) => params === undefined || params().safeParse(values).success,
    );
    if (!isThere) return null;
    const methods = fitting.map(({ method }) => method);
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
