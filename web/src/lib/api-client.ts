import type { ProofMethod, SecondFactorMethod } from '../../../src/domain/states.ts';
import { ApiError, isSessionOver, NetworkError } from './api-error.ts';
import { takeEarlyAnswer } from './early-calls.ts';
import { adminSession, customerSession, type Session } from './session.ts';

type QueryValue = string | number | boolean | null | undefined;

interface CallOptions {
  /** Left out where null, undefined or empty. */
  query?: Readonly<Record<string, QueryValue>>;
  signal?: AbortSignal;
  /** Only these bytes. */
  range?: { readonly from: number; readonly length: number };
}

export interface Api {
  get<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  post<Answer>(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  put<Answer>(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  delete<Answer>(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** A file, for example a CSV export. */
  download(path: string, options?: CallOptions): Promise<Blob>;
}

type CallSession = Pick<Session<unknown>, 'read' | 'replaceToken' | 'end'>;

/** Keeps the new token that an answer brings now and then: a session that is used is extended. */
export function keepRenewedToken(
  { headers }: Response,
  session: Pick<CallSession, 'read' | 'replaceToken'>,
  token: string | undefined,
): void {
  const renewed = headers.get('X-Renewed-Token');
  if (renewed !== null && session.read()?.token === token) session.replaceToken(renewed);
}

/**
 * Calls of one audience, with the bearer token of its session. Paths are whole: `/api/keys`.
 *
 * Every call throws `ApiError` when the server refuses, `NetworkError` when nothing came back, and the
 * browser's AbortError when `signal` gave up. A session the server does not know any more is ended.
 *
 * @param prove asks who it is where the server wants to know; true: the call is made once more
 */
export function createApi(session?: CallSession, prove?: typeof askForProof): Api {
  async function sendOnce(method: string, path: string, body: unknown, options: CallOptions) {
    const token = session?.read()?.token;
    const response = await fetchOnce(method, path, body, options, token);
    if (session !== undefined) keepRenewedToken(response, session, token);
    if (response.ok) return response;
    const error = await readError(response);
    // A refusal of a token that was replaced meanwhile says nothing about the session.
    if (isSessionOver(error) && session?.read()?.token === token) session?.end('expired');
    throw error;
  }
  const send: typeof sendOnce = (...call) =>
    sendOnce(...call).catch(async (error: unknown) => {
      const isAsked = error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED';
      if (!isAsked || !(await prove?.(error.proofs))) throw error;
      return sendOnce(...call);
    });
  const change =
    (method: string) =>
    async <Answer>(path: string, body?: unknown, options: CallOptions = {}) =>
      readJson<Answer>(await send(method, path, body, options));
  return {
    get: async (path, options = {}) => readJson(await send('GET', path, undefined, options)),
    post: change('POST'),
    put: change('PUT'),
    delete: change('DELETE'),
    download: async (path, options = {}) => (await send('GET', path, undefined, options)).blob(),
  };
}

export const publicApi = createApi();
export const adminApi = createApi(adminSession, askForProof);
export const customerApi = createApi(customerSession);

async function fetchOnce(
  method: string,
  path: string,
  body: unknown,
  { query, signal, range }: CallOptions,
  token: string | undefined,
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (range) headers.set('Range', `bytes=${range.from}-${range.from + range.length - 1}`);
  const url = path + toQueryString(query);
  const early = method === 'GET' ? takeEarlyAnswer(url, token) : null;
  try {
    return await (early ??
      fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError('the server cannot be reached', { cause: error });
  }
}

/** `{ q: 'a b', page: 2, filter: '' }` → `?q=a+b&page=2` */
export function toQueryString(query: CallOptions['query'] = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

// Page and server come from one binary, so shapes are trusted rather than parsed again.
async function readJson<Answer>(response: Response): Promise<Answer> {
  try {
    return await response.json();
  } catch (error) {
    throw new NetworkError('the answer was cut short', { cause: error });
  }
}

async function readError(response: Response): Promise<ApiError> {
  const { status } = response;
  const retryAfter = Number(response.headers.get('Retry-After'));
  const retryAfterSeconds = retryAfter > 0 ? retryAfter : undefined;
  const body: unknown = await response.json().catch(() => undefined);
  if (!isErrorBody(body)) {
    return new ApiError(`the server answered ${status}`, {
      status,
      code: 'UNKNOWN',
      retryAfterSeconds,
    });
  }
  const { error, code, fields = {}, findings = {}, challenge, methods = [] } = body;
  const about =
    challenge === undefined
      ? { proofs: methods as readonly ProofMethod[] }
      : { secondStep: { challenge, methods: methods as readonly SecondFactorMethod[] } };
  return new ApiError(error, { status, code, fields, findings, retryAfterSeconds, ...about });
}

interface ErrorBody {
  error: string;
  code: ApiError['code'];
  fields?: Record<string, string>;
  findings?: ApiError['findings'];
  challenge?: string;
  /** As `code` has it. */
  methods?: readonly (SecondFactorMethod | ProofMethod)[];
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    typeof body.error === 'string' &&
    'code' in body &&
    typeof body.code === 'string'
  );
}

/** Resolves to whether the session proved whose it is. */
type Asker = (methods: readonly ProofMethod[]) => Promise<boolean>;

let asker: Asker | null = null;
let asked: Promise<boolean> | null = null;

/** Asks whoever is at the page who they are: once, however many calls want to know it. */
export function askForProof(methods: readonly ProofMethod[]): Promise<boolean> {
  if (asker === null) return Promise.resolve(false);
  asked ??= asker(methods).finally(() => {
    asked = null;
  });
  return asked;
}

/** @returns how to ask no more */
export function askWith(next: Asker): () => void {
  asker = next;
  return () => {
    if (asker === next) asker = null;
  };
}
