import type { Elysia } from 'elysia';
import type { z } from 'zod';
import type { Turns } from '../../actions/engine/turns.ts';
import { noteOrigin } from '../../actions/fleet/note-origin.ts';
import type { Replicated } from '../../actions/monitor.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import { householdOf } from '../../domain/ip-address.ts';
import type { Steps } from '../../domain/steps.ts';
import type { PlainPeople } from '../people/plain-people.ts';
import { type AddressSource, type Arrival, type Doorway, readArrival } from './arrival.ts';
import { type Admission, type Guard, requireScopes, scopesOf, viewOf } from './authenticate.ts';
import { type CallLimits, costOf } from './call-limits.ts';
import { answerJson } from './content-negotiation.ts';
import type { DeviceCall } from './note-refused-call.ts';
import type { Prove } from './prove.ts';
import {
  bodyLengthOf,
  checkShape,
  isFormType,
  isInPieces,
  maxBodyBytes,
  readForm,
  readJson,
} from './read-body.ts';
import type { Route, RouteSpec, Shape } from './route.ts';

interface ElysiaCall {
  readonly request: Request;
  readonly params: Record<string, string>;
  /** Bun's. Null: a test calls without a socket. */
  readonly server: (AddressSource & { timeout(request: Request, seconds: number): void }) | null;
}

/** The services that all routes need. */
interface Service {
  readonly guard: Guard;
  readonly limits: CallLimits;
  readonly turns: Turns;
  readonly doorway: Doorway;
  readonly plainPeople: PlainPeople;
  readonly replication: Replicated | undefined;
  readonly prove: Prove;
  /** Where the live stream goes on from what is stored now. */
  readonly readStreamPlace: () => string;
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
    // The framework answers a failure only of what is declared async.
    const take = async (call: ElysiaCall) => {
      const answered = serve(entry, call, service);
      const { formPage } = entry;
      const isFromPage = formPage !== undefined && isForm(call.request);
      return isFromPage ? leadOn(answered, formPage, call) : answered;
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

/** The header that asks where the live stream goes on from an answer, and the answer's that says it. */
const streamPlace = 'X-Stream-Place';

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
  // Before anything is read: what is stored meanwhile is then told twice rather than never.
  const place = call.request.headers.has(streamPlace) ? service.readStreamPlace() : null;
  const answer = await act(entry, call, service, arrival, admission, sent).catch(note);
  if (place !== null && admission.caller !== null) answer.headers.set(streamPlace, place);
  const token = await guard.renew(admission);
  if (token !== null) answer.headers.set(renewedToken, token);
  const mayWriteFiles = entry.method !== 'GET' && !entry.path.startsWith(deviceCalls);
  const onItsWay = mayWriteFiles
    ? service.replication?.filesSettled()
    : service.replication?.settled();
  if (onItsWay !== undefined) await onItsWay;
  return answer;
}

/** The stage that a call reached. */
interface Sent {
  /** Null: it was not read. */
  body: Uint8Array | null;
}

async function act(
  entry: Route,
  { request, params, server }: ElysiaCall,
  { guard, limits, turns, prove }: Service,
  { address, isSecure }: Arrival,
  { caller, actor, tokenExpiresAt }: Admission,
  sent: Sent,
): Promise<Response> {
  const view = viewOf(caller);
  const cost = costOf(entry);
  const release = await limits.admit(caller, cost, guard.clock());
  // A board's message counts even if the board went away; a repeat of it changes nothing.
  const takesTurn = entry.access !== 'device' && cost !== 'kept';
  let letGoOfBody = () => {};
  const onBody = async (body: Uint8Array) => {
    sent.body = body;
    if (takesTurn) await takeTurn(turns, request);
  };
  let isToBeGoneOn = false;
  try {
    if (entry.body !== undefined) {
      const length = bodyLengthOf(request.headers);
      const sender = senderOf(caller, address);
      const comesInPieces = isInPieces(request.headers);
      letGoOfBody = limits.bodies.await(sender, length, maxBodyBytes, comesInPieces);
    } else if (takesTurn) await takeTurn(turns, request);
    const call = {
      caller,
      actor,
      tokenExpiresAt,
      params: entry.params === undefined ? {} : checkShape(params, entry.params()),
      // A query on a call that takes none does no harm: monitors add theirs to every address.
      query: entry.query === undefined ? {} : readQuery(request, entry.query()),
      body:
        entry.body &&
        (await (entry.formPage !== undefined && isForm(request) ? readForm : readJson)(
          request,
          entry.body(),
          onBody,
        )),
      now: guard.clock(),
      view,
      address,
      isSecure,
      request,
      setIdleTimeout: (seconds: number) => server?.timeout(request, seconds),
    };
    if (entry.needsProof === true) await prove(caller, call.body, call.now);
    requireScopes(caller, scopesOf(entry, call.body));
    const given = entry.handle(call);
    // A change is completed whether or not somebody waits for the answer.
    const caring = cost === 'search' ? request.signal : undefined;
    const answer = await (areSteps(given) ? turns.take(given, caring) : given);
    if (answer instanceof Response) {
      const isReadLater = cost === 'export' || cost === 'download';
      if (!isReadLater || answer.body === null) return answer;
      isToBeGoneOn = true;
      // Nobody may ever read the body of an answer whose client has gone.
      request.signal.addEventListener('abort', release);
      return new Response(tellEnd(answer.body, release), answer);
    }
    return await answerJson(request, view(answer));
  } finally {
    letGoOfBody();
    if (!isToBeGoneOn) release();
  }
}

/** Whose bodies count together. */
function senderOf(caller: Admission['caller'], address: string): string {
  if (caller === null) return householdOf(address);
  return 'deviceId' in caller ? caller.deviceId : `${caller.kind}:${caller.id}`;
}

/**
 * Of all calls that came together one goes on in each turn of the event loop.
 *
 * Bun closes a connection on which a second request arrives before the first is answered (pipelining),
 * and loses the first answer. Everything that arrived together has been read by the next turn, so such a
 * request is refused before it has any effect.
 * @throws the signal's reason
 */
async function takeTurn(turns: Turns, { signal }: Request): Promise<void> {
  await turns.next();
  signal.throwIfAborted();
}

/** Counts unencrypted callers from outside; the console shows them. */
function noteArrival(
  arrival: Arrival,
  { caller, actor }: Admission,
  people: PlainPeople,
  now: Instant,
): void {
  if (caller === null) return;
  if ('deviceId' in caller) noteOrigin(caller, arrival);
  else if (arrival.isPlainOutside) people.note(actor.name, now.wallMs);
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
