import { Elysia } from 'elysia';
import { AppError } from '../domain/errors.ts';
import type { Logger } from '../domain/logger.ts';
import type { ApiContext } from './engine/api-context.ts';
import { apiRoutes } from './engine/api-routes.ts';
import { requireWellFormed } from './engine/arrival.ts';
import { isOfBoard, makeGuard } from './engine/authenticate.ts';
import { CallLimits } from './engine/call-limits.ts';
import { answerError } from './engine/errors.ts';
import { type MethodTable, methodNotAllowed, tabulateMethods } from './engine/methods.ts';
import { mountRoutes } from './engine/mount-routes.ts';
import { noteRefusedCall } from './engine/note-refused-call.ts';
import { type Gate, RequestBound } from './engine/pipelining.ts';
import { makeProve } from './engine/prove.ts';
import type { Route } from './engine/route.ts';
import { securityHeaders } from './engine/security-headers.ts';
import { dropUnread } from './engine/unread-body.ts';
import { heartbeatSpec } from './fleet/device.ts';
import { heartbeatPath, makeHeartbeatHandler } from './fleet/heartbeat.ts';
import { type SpaOptions, spa } from './pages/spa.ts';

export interface AppOptions extends ApiContext {
  readonly log: Logger;
  readonly spa: SpaOptions;
}

/**
 * All of HTTP: the calls, the pages, and one answer for every failure.
 * @param limits shared by the apps of one process, or each would grant an account its own
 * @param gate of the port that the app is served at
 */
export function createApp(
  options: AppOptions,
  limits = new CallLimits(options.monitor),
  gate?: Gate,
) {
  const { log } = options;
  const headers = securityHeaders(options.isTls);
  const answerFailure = (error: unknown, saysSuccess = false): Response => {
    const answer = answerError(error, log, saysSuccess);
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    return answer;
  };
  const routes = apiRoutes(options);
  const methodsOf = tabulateMethods([heartbeatSpec, ...routes]);
  const wordyPaths = new Set<string>(
    routes.filter((one) => one.saysSuccess).map(({ path }) => path),
  );
  const takeHeartbeat = makeHeartbeatHandler(
    options.monitor,
    limits.bodies,
    options,
    answerFailure,
  );
  const bound = new RequestBound(gate, ({ headers }) => isOfBoard(options.monitor, headers));
  return (
    new Elysia({
      serve: {
        // Elysia reads NODE_ENV at run time; an executable has none.
        development: false,
        // Bun would refuse a larger body with an empty answer; `readBody` gives one in our own words.
        maxRequestBodySize: 2 ** 31,
        // Bun's router comes before the framework; docs/decisions/006-doors-of-devices.md says why.
        routes: { [heartbeatPath]: { POST: bound.hold(dropUnread(takeHeartbeat)) } },
      },
    })
      // Before the framework looks at the address.
      .wrap((next) => bound.hold(dropUnread(requireWellFormed(next, answerFailure))) as typeof next)
      .onRequest(({ set }) => {
        Object.assign(set.headers, headers);
      })
      .onError(({ code, error, request, route }) => {
        // The caller has gone: nobody reads the answer.
        if (error === request.signal.reason) return new Response(null, { status: 499 });
        const failure = asExpected(code, error);
        const other = answerOtherMethod(failure, request, methodsOf);
        return other instanceof Response
          ? other
          : answerFailure(other ?? failure, wordyPaths.has(route));
      })
      .post(heartbeatPath, ({ request, server }) => takeHeartbeat(request, server), {
        parse: 'none',
      })
      // Its type knows of hooks that calls do not ask for.
      .use((app) => mountCalls(app as unknown as Elysia, routes, options, limits))
      .use(spa(options.spa))
  );
}

/** In the app itself: the framework would take the routes of a plugin twice. */
function mountCalls(
  app: Elysia,
  routes: readonly Route[],
  options: AppOptions,
  limits: CallLimits,
) {
  const { monitor, tokens, plainPeople } = options;
  return mountRoutes(app, routes, {
    limits,
    turns: monitor.turns,
    guard: makeGuard(monitor, tokens, options.metricsToken),
    doorway: options,
    plainPeople,
    replication: monitor.replication,
    prove: makeProve(options),
    readStreamPlace: () => options.streams.readPlace(),
    noteRefused: (error, call) => noteRefusedCall(monitor, error, call),
  });
}

/**
 * Answers a method that a path does not take: OPTIONS, or a wrong one.
 * @returns null for a call that was made, and for what is no call at all
 */
function answerOtherMethod(failure: unknown, request: Request, methodsOf: MethodTable) {
  const { method, url } = request;
  if (!(failure instanceof AppError) || failure.code !== 'NOT_FOUND') return null;
  const methods = methodsOf(new URL(url).pathname);
  if (methods === null) return null;
  if (method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { Allow: methods.join(', ') } });
  if (methods.includes(method)) return null;
  return methodNotAllowed(method, methods);
}

/** Failures of the framework itself, with our own codes. */
function asExpected(code: unknown, error: unknown): unknown {
  // The framework copies `code` from the error, so our own errors can look like its own.
  if (error instanceof AppError) return error;
  switch (code) {
    case 'NOT_FOUND':
      return new AppError('NOT_FOUND', 'There is nothing at this address.');
    case 'PARSE':
    case 'VALIDATION':
    case 'INVALID_COOKIE_SIGNATURE':
      return new AppError('VALIDATION', 'The request is not valid.');
    default:
      return error;
  }
}
