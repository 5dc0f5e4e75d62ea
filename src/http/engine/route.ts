import type { Elysia } from 'elysia';
import type { z } from 'zod';
import { CallerGone, type Turns } from '../../actions/engine/turns.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import type { AdminAccount, CustomerAccount } from '../../actions/people/find-account.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Steps } from '../../domain/steps.ts';
import type { PlainPeople } from '../people/plain-people.ts';
import type { Tag } from '../reference/tags.ts';
import type { Admission, Guard } from './authenticate.ts';
import type { CallLimits, Cost } from './call-limits.ts';
import { type AddressSource, type Arrival, type Doorway, readArrival } from './client-address.ts';
import { answerError } from './errors.ts';
import { checkShape, readJson } from './read-json.ts';
import { type View, viewOf } from './view.ts';

/** Who may call a route; there is no route without one of these. */
export interface Callers {
  public: null;
  /** A board, with its own token. */
  device: LiveDevice;
  customer: CustomerAccount;
  /** Operators, by what they may do: each role may do what those before it may. */
  viewer: AdminAccount;
  support: AdminAccount;
  owner: AdminAccount;
  /** Anybody who is logged in. */
  account: CustomerAccount | AdminAccount;
  /** Whoever has the token of /metrics, or an operator. */
  metrics: AdminAccount | null;
}
export type Access = keyof Callers;

type Shape = z.ZodObject;
type Parsed<T extends Shape | undefined> = T extends Shape ? z.output<T> : Record<never, never>;

/** What is only read, all the way down. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** What a handler is given: everything checked, nothing raw but the request itself. */
export interface Call<
  A extends Access,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends z.ZodType | undefined,
> {
  readonly caller: Callers[A];
  /** The caller as the audit log names it. */
  readonly actor: Actor;
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: B extends z.ZodType ? z.output<B> : undefined;
  readonly now: Instant;
  /** What the caller is shown of an answer that is made row by row; a whole one goes through it by itself. */
  readonly view: View;
  /** Network address of the caller. */
  readonly address: string;
  /** It came over TLS, to us or to a trusted proxy. */
  readonly isSecure: boolean;
  readonly request: Request;
  /** For an answer that goes on: after so many seconds without traffic it is cut off; 0: never. */
  readonly setIdleTimeout: (seconds: number) => void;
}

/** What is known of a route without calling it; the OpenAPI document is made from this. */
export interface RouteSpec<
  A extends Access = Access,
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for what varies. */
  readonly path: `/${string}`;
  readonly access: A;
  /** Chapter of the reference. */
  readonly tag: Tag;
  /** One line, beginning with a verb. */
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The answer when all went well; for anything but JSON use `answerType`. */
  readonly answer?: R;
  /** Media type of an answer that is not JSON. */
  readonly answerType?: string;
  /** Other answers than 200 that are no failures: what each means, by its status. */
  readonly otherAnswers?: Readonly<Record<number, string>>;
  /** Codes this call may answer, besides those that any call of its kind may. */
  readonly errors?: readonly AppError['code'][];
  /** What it costs an account; by default `free` where it only reads, else `change`. */
  readonly cost?: Cost;
  /** Its failures, too, say `success` and `message` beside the usual, as programs of others expect of these calls. */
  readonly saysSuccess?: boolean;
}

export interface Route extends RouteSpec {
  /** @returns what is answered as JSON, or a whole response; as steps where it may take long */
  readonly handle: (call: Call<Access, Shape, Shape, z.ZodType>) => unknown;
}

/** Declares a call: who may make it, what it takes and answers, and what it does. */
export function route<
  A extends Access,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType,
>(
  spec: RouteSpec<A, P, Q, B, R>,
  handle: (
    call: Call<A, P, Q, B>,
  ) =>
    | Frozen<z.input<R>>
    | Response
    | Promise<Frozen<z.input<R>>>
    | Promise<Response>
    | Steps<Frozen<z.input<R>>>
    | Steps<Response>,
): Route {
  // The types meet again in `serve`, which gives each handler what its own spec describes.
  return { ...(spec as RouteSpec), handle: handle as unknown as Route['handle'] };
}

interface ElysiaCall {
  readonly request: Request;
  readonly params: Record<string, string>;
  /** Bun's; null where a test calls without a socket. */
  readonly server: (AddressSource & { timeout(request: Request, seconds: number): void }) | null;
}

/** What all routes are served with. */
export interface Service {
  readonly guard: Guard;
  readonly limits: CallLimits;
  readonly turns: Turns;
  readonly doorway: Doorway;
  readonly plainPeople: PlainPeople;
  readonly log: Logger;
}

/**
 * Hangs routes into the app. Each request is authenticated first, then let in by what its account may
 * still ask for, then checked, then acted on, so that nobody learns anything from an error who may not
 * make the call at all, and what is over the limit costs next to nothing.
 */
export function mountRoutes(app: Elysia, routes: readonly Route[], service: Service): Elysia {
  for (const entry of routes) {
    const take = (call: ElysiaCall) => {
      const answered = serve(entry, call, service);
      if (entry.saysSuccess !== true) return answered;
      return answered.catch((error: unknown) => answerError(error, service.log, true));
    };
    app.route(entry.method, entry.path, take, { parse: 'none' });
  }
  return app;
}

/** Where an answer carries the token that takes the place of the one it was asked with. */
const renewedToken = 'X-Renewed-Token';

async function serve(entry: Route, call: ElysiaCall, service: Service): Promise<Response> {
  refuseOtherSites(call.request);
  const { guard, doorway, plainPeople } = service;
  const arrival = readArrival(call.request, call.server, doorway);
  const admission = await guard(entry, call.request, arrival.address);
  noteArrival(arrival, admission, plainPeople, guard.clock());
  const answer = await act(entry, call, service, arrival, admission);
  const token = await guard.renew(admission);
  if (token !== null) answer.headers.set(renewedToken, token);
  return answer;
}

/** What a call costs an account. */
export function costOf({ cost, method }: Pick<RouteSpec, 'cost' | 'method'>): Cost {
  return cost ?? (method === 'GET' ? 'free' : 'change');
}

async function act(
  entry: Route,
  { request, params, server }: ElysiaCall,
  { guard, limits, turns }: Service,
  { address, isSecure }: Arrival,
  { caller, actor }: Admission,
): Promise<Response> {
  const view = viewOf(caller);
  const cost = costOf(entry);
  const release = await limits.admit(caller, cost, guard.clock());
  let isToBeGoneOn = false;
  try {
    const call = {
      caller,
      actor,
      params: entry.params === undefined ? {} : checkShape(params, entry.params),
      // A call that takes none is not harmed by one: monitors add theirs to whatever they ask.
      query: entry.query === undefined ? {} : readQuery(request, entry.query),
      body: entry.body === undefined ? undefined : await readJson(request, entry.body),
      now: guard.clock(),
      view,
      address,
      isSecure,
      request,
      setIdleTimeout: (seconds: number) => server?.timeout(request, seconds),
    };
    // What a board said counts even when it was its last word; a repeat of it changes nothing.
    const mustBeThere = entry.access !== 'device' && entry.method !== 'GET';
    if (mustBeThere) await requireCaller(request);
    if (cost === 'search' || cost === 'export') await turns.next();
    const given = entry.handle(call);
    // What changes something is done to its end, whether anybody waits for it or not.
    const caring = cost === 'search' ? request.signal : undefined;
    const answer = await (areSteps(given) ? turns.take(given, caring) : given);
    if (answer instanceof Response) {
      if (cost !== 'export' || answer.body === null) return answer;
      isToBeGoneOn = true;
      // Nobody may ever ask for the body of an answer whose client has gone.
      request.signal.addEventListener('abort', release);
      return new Response(tellEnd(answer.body, release), answer);
    }
    // What one account may see is not for a shared cache, nor for the disk of a shared computer.
    return Response.json(view(answer), { headers: { 'Cache-Control': 'no-store' } });
  } finally {
    if (!isToBeGoneOn) release();
  }
}

/**
 * Bun closes a connection on which a second request arrives before the first is answered (pipelining),
 * and the answer to the first is lost with it. Whatever arrived together with it was read by the next
 * turn of the event loop, so that such a request is refused before it has any effect.
 * @throws CallerGone
 */
async function requireCaller({ signal }: Request): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  if (signal.aborted) throw new CallerGone();
}

/** Who comes in the clear, and from outside: the console says so. */
function noteArrival(
  { isPlainOutside }: Arrival,
  { caller, actor }: Admission,
  people: PlainPeople,
  now: Instant,
): void {
  if (caller === null) return;
  if ('deviceId' in caller) caller.isPlainOutside = isPlainOutside;
  else if (isPlainOutside) people.note(actor.name, now.wallMs);
}

function areSteps(given: unknown): given is Steps<unknown> {
  return typeof given === 'object' && given !== null && Symbol.iterator in given && 'next' in given;
}

/** The same stream; `onEnd` is called once it was read to its end, broke off or was given up. */
function tellEnd(
  stream: ReadableStream<Uint8Array>,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (value !== undefined) controller.enqueue(value);
          if (!done) return;
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        onEnd();
      },
      async cancel(reason) {
        onEnd();
        await reader.cancel(reason);
      },
    },
    // Nothing is read before the client has taken what was.
    { highWaterMark: 0 },
  );
}

/**
 * Nobody's page changes anything here, or uses up the tries of whoever looks at it. Browsers say where a
 * request comes from (W3C Fetch Metadata); everything else does not, and is not meant.
 */
function refuseOtherSites({ method, headers }: Request): void {
  if (method === 'GET' || headers.get('sec-fetch-site') !== 'cross-site') return;
  throw new AppError('FORBIDDEN', 'This may not be asked by a page of another site.');
}

function readQuery<T extends Shape>(request: Request, schema: T): z.output<T> {
  // A map: setting `__proto__` of an object would set nothing, and be taken as said.
  const given = new Map<string, string>();
  for (const [name, value] of new URL(request.url).searchParams) {
    if (given.has(name)) {
      throw new AppError('VALIDATION', `${name}: is given twice`, {
        fields: { [name]: 'is given twice' },
      });
    }
    given.set(name, value);
  }
  return checkShape(Object.fromEntries(given), schema);
}
