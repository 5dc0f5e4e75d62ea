import type { Elysia } from 'elysia';
import type { z } from 'zod';
import { CallerGone, type Turns } from '../../actions/engine/turns.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import type { Replicated } from '../../actions/monitor.ts';
import type { AdminAccount, CustomerAccount } from '../../actions/people/find-account.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { providerOfCaller } from '../../domain/ip-address.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Actor } from '../../domain/people/actor.ts';
import type { Steps } from '../../domain/steps.ts';
import type { PlainPeople } from '../people/plain-people.ts';
import type { Tag } from '../reference/tags.ts';
import { answerJson } from './answer-json.ts';
import { type AddressSource, type Arrival, type Doorway, readArrival } from './arrival.ts';
import { type Admission, type Guard, type View, viewOf } from './authenticate.ts';
import type { CallLimits, Cost } from './call-limits.ts';
import { answerError } from './errors.ts';
import type { DeviceCall } from './note-refused-call.ts';
import { checkShape, isFormType, readForm, readJson } from './read-json.ts';

/** Who may call a route; every route has one of these. */
export interface Callers {
  public: null;
  /** A board, with its own token. */
  device: LiveDevice;
  customer: CustomerAccount;
  /** Operators by role: each role may do what those before it may. */
  viewer: AdminAccount;
  support: AdminAccount;
  owner: AdminAccount;
  /** Anybody who is logged in. */
  account: CustomerAccount | AdminAccount;
  /** Anybody with the token of /metrics, or an operator. */
  metrics: AdminAccount | null;
}
export type Access = keyof Callers;

type Shape = z.ZodObject;
type Parsed<T extends Shape | undefined> = T extends Shape ? z.output<T> : Record<never, never>;

/** A value that may only be read, at every depth. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** What a handler is given. Everything is checked; only the request itself is raw. */
export interface Call<
  A extends Access,
  P extends Shape | undefined,
  Q extends Shape | undefined,
  B extends z.ZodType | undefined,
> {
  readonly caller: Callers[A];
  /** The caller's name for the audit log. */
  readonly actor: Actor;
  readonly params: Parsed<P>;
  readonly query: Parsed<Q>;
  readonly body: B extends z.ZodType ? z.output<B> : undefined;
  readonly now: Instant;
  /**
   * Applies the caller's view to an answer made row by row; a whole answer passes through it by itself.
   */
  readonly view: View;
  /** Network address of the caller. */
  readonly address: string;
  /** Whether the request came over TLS, to this server or to a trusted proxy. */
  readonly isSecure: boolean;
  readonly request: Request;
  /** For an answer that lasts: it is cut off after this many seconds without traffic; 0: never. */
  readonly setIdleTimeout: (seconds: number) => void;
}

/** What is known about a route without calling it; the OpenAPI document is made from this. */
export interface RouteSpec<
  A extends Access = Access,
  P extends Shape | undefined = Shape | undefined,
  Q extends Shape | undefined = Shape | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` for variable parts. */
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
  /** The successful answer; for anything but JSON use `answerType`. */
  readonly answer?: R;
  /** Media type of an answer that is not JSON. */
  readonly answerType?: string;
  /** Answers other than 200 that are no failures: their meaning, by status. */
  readonly otherAnswers?: Readonly<Record<number, string>>;
  /** Codes this call may answer, in addition to those of every call of its kind. */
  readonly errors?: readonly AppError['code'][];
  /** What it costs an account; by default `free` if it only reads, else `change`. */
  readonly cost?: Cost;
  /**
   * Where the form of a page without a script is led on to, by what became of it: the call takes such a form,
   * too. One says with `lang` in its address that it is one.
   */
  readonly formPage?: (query: URLSearchParams, error: AppError | null) => string;
  /** Failures also have `success` and `message`, as existing programs expect of these calls. */
  readonly saysSuccess?: boolean;
}

export interface Route extends RouteSpec {
  /** @returns the JSON answer or a whole response; as steps if it may take long */
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
  /** Bun's. Null: a test calls without a socket. */
  readonly server: (AddressSource & { timeout(request: Request, seconds: number): void }) | null;
}

/** What all routes need. */
export interface Service {
  readonly guard: Guard;
  readonly limits: CallLimits;
  readonly turns: Turns;
  readonly doorway: Doorway;
  readonly plainPeople: PlainPeople;
  readonly log: Logger;
  readonly replication: Replicated | undefined;
  /** Remembers a call of a device that failed. */
  readonly noteRefused: (error: unknown, call: DeviceCall) => void;
}

/**
 * Adds routes to the app. Each request is authenticated, admitted by the account's limits, checked, and
 * then acted on. So an error tells nothing to a caller who may not make the call, and requests over the
 * limit cost next to nothing.
 */
export function mountRoutes(app: Elysia, routes: readonly Route[], service: Service): Elysia {
  for (const entry of routes) {
    const take = (call: ElysiaCall) => {
      const answered = serve(entry, call, service);
      const { formPage } = entry;
      if (formPage !== undefined && isForm(call.request)) return leadOn(answered, formPage, call);
      if (entry.saysSuccess !== true) return answered;
      return answered.catch((error: unknown) => answerError(error, service.log, true));
    };
    app.route(entry.method, entry.path, take, { parse: 'none' });
  }
  return app;
}

function isForm({ headers, url }: Request): boolean {
  return isFormType(headers) && new URL(url).searchParams.has('lang');
}

async function leadOn(
  answered: Promise<Response>,
  formPage: NonNullable<RouteSpec['formPage']>,
  { request }: ElysiaCall,
): Promise<Response> {
  const error = await answered.then(
    () => null,
    (thrown: unknown) => {
      if (thrown instanceof AppError) return thrown;
      throw thrown;
    },
  );
  const Location = formPage(new URL(request.url).searchParams, error);
  return new Response(null, { status: 303, headers: { Location } });
}

/** Calls of boards, the enrolment included, which needs no token. */
const deviceCalls = '/api/device/';

/** The header with the token that replaces the one the call was made with. */
const renewedToken = 'X-Renewed-Token';

async function serve(entry: Route, call: ElysiaCall, service: Service): Promise<Response> {
  refuseOtherSites(call.request);
  const { guard, doorway, plainPeople } = service;
  const arrival = readArrival(call.request, call.server, doorway);
  const sent: Sent = { body: null };
  const note = (error: unknown): never => {
    const { headers } = call.request;
    const known = { headers, path: entry.path, address: arrival.address, body: sent.body };
    if (entry.path.startsWith(deviceCalls)) service.noteRefused(error, known);
    throw error;
  };
  const admission = await guard(entry, call.request, arrival.address).catch(note);
  noteArrival(arrival, admission, plainPeople, guard.clock());
  const answer = await act(entry, call, service, arrival, admission, sent).catch(note);
  const token = await guard.renew(admission);
  if (token !== null) answer.headers.set(renewedToken, token);
  const mayWriteFiles = entry.method !== 'GET' && !entry.path.startsWith(deviceCalls);
  const onItsWay = mayWriteFiles
    ? service.replication?.filesSettled()
    : service.replication?.settled();
  if (onItsWay !== undefined) await onItsWay;
  return answer;
}

/** How far a call got. */
interface Sent {
  /** Null: it was not read. */
  body: Uint8Array | null;
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
  sent: Sent,
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
      // A query on a call that takes none does no harm: monitors add theirs to every address.
      query: entry.query === undefined ? {} : readQuery(request, entry.query),
      body:
        entry.body &&
        (await (entry.formPage !== undefined && isForm(request) ? readForm : readJson)(
          request,
          entry.body,
          (body) => (sent.body = body),
        )),
      now: guard.clock(),
      view,
      address,
      isSecure,
      request,
      setIdleTimeout: (seconds: number) => server?.timeout(request, seconds),
    };
    // A board's message counts even if the board went away; a repeat of it changes nothing.
    const mustBeThere = entry.access !== 'device' && entry.method !== 'GET';
    if (mustBeThere) await requireCaller(request);
    if (cost === 'search' || cost === 'export') await turns.next();
    const given = entry.handle(call);
    // A change is completed whether or not somebody waits for the answer.
    const caring = cost === 'search' ? request.signal : undefined;
    const answer = await (areSteps(given) ? turns.take(given, caring) : given);
    if (answer instanceof Response) {
      if (cost !== 'export' || answer.body === null) return answer;
      isToBeGoneOn = true;
      // Nobody may ever read the body of an answer whose client has gone.
      request.signal.addEventListener('abort', release);
      return new Response(tellEnd(answer.body, release), answer);
    }
    return await answerJson(request, view(answer));
  } finally {
    if (!isToBeGoneOn) release();
  }
}

/**
 * Bun closes a connection on which a second request arrives before the first is answered (pipelining),
 * and loses the first answer. Everything that arrived together has been read by the next turn of the
 * event loop, so such a request is refused before it has any effect.
 * @throws CallerGone
 */
async function requireCaller({ signal }: Request): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  if (signal.aborted) throw new CallerGone();
}

/** Counts unencrypted callers from outside; the console shows them. */
function noteArrival(
  { address, isPlainOutside }: Arrival,
  { caller, actor }: Admission,
  people: PlainPeople,
  now: Instant,
): void {
  if (caller === null) return;
  if ('deviceId' in caller) {
    caller.isPlainOutside = isPlainOutside;
    caller.provider = providerOfCaller(address);
  } else if (isPlainOutside) people.note(actor.name, now.wallMs);
}

function areSteps(given: unknown): given is Steps<unknown> {
  return typeof given === 'object' && given !== null && Symbol.iterator in given && 'next' in given;
}

/** The same stream; `onEnd` is called once it was read to its end, failed or was cancelled. */
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
    // Nothing is read until the client has taken the previous part.
    { highWaterMark: 0 },
  );
}

/**
 * Prevents other sites' pages from changing anything here, or from using up their visitors' log-in tries.
 * Browsers say where a request comes from (W3C Fetch Metadata); other programs do not, and are not
 * affected.
 */
function refuseOtherSites({ method, headers }: Request): void {
  if (method === 'GET' || headers.get('sec-fetch-site') !== 'cross-site') return;
  throw new AppError('FORBIDDEN', 'This may not be asked by a page of another site.');
}

function readQuery<T extends Shape>(request: Request, schema: T): z.output<T> {
  // A map: setting `__proto__` on an object would set nothing, and the check for repeats would miss it.
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
