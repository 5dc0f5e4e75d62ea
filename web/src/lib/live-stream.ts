/** `offline`: no network, or the server did not answer several times in a row. */
export type LiveState = 'live' | 'reconnecting' | 'offline';
/** `connecting`: for the first time, of which nothing is known yet. */
export type StreamState = LiveState | 'connecting';

export interface LiveStream {
  close(): void;
}

/** What a stream tells whoever opened it. */
export interface LiveHandlers {
  onEvent: (event: ServerSentEvent) => void;
  onState: (state: StreamState) => void;
  /** Something was read, perhaps only a keepalive, and the stream can be resumed after this id. */
  onRead: (lastId: string) => void;
}

interface LiveStreamOptions extends LiveHandlers {
  url: string;
  /** Called for each connection; undefined: there is no session, and the stream closes for good. */
  readToken: () => string | undefined;
  /** Where another stream was left. */
  lastId: string;
  /** With the head of each answer, and the token it was asked with. */
  onAnswer: (response: Response, token: string) => void;
  /** The server does not take this token. */
  onUnauthorized: (token: string) => void;
  /** For tests. */
  environment?: Partial<LiveEnvironment>;
}

interface LiveEnvironment {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  random: () => number;
  /** Calls back after a while; returns how to call it off. */
  wait: (ms: number, then: () => void) => () => void;
  /** Calls back when the browser has a network again; returns how to stop. */
  onOnline: (then: () => void) => () => void;
  /** Calls back when the browser has none any more; returns how to stop. */
  onOffline: (then: () => void) => () => void;
  isOnline: () => boolean;
}

const firstDelayMs = 500;
const maxDelayMs = 30_000;
/** The server writes at least a comment every 15 s; a connection silent for longer is dead. */
const silenceMs = 20_000;
const failuresToOffline = 3;

const browser: LiveEnvironment = {
  fetch: (url, init) => fetch(url, init),
  random: Math.random,
  wait: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  onOnline: (then) => {
    addEventListener('online', then);
    return () => removeEventListener('online', then);
  },
  onOffline: (then) => {
    addEventListener('offline', then);
    return () => removeEventListener('offline', then);
  },
  isOnline: () => navigator.onLine,
};

/** A random part of a span that doubles with each failure, so that a thousand pages do not return at once. */
export function chooseDelayMs(failures: number, random: () => number, leastMs = 0): number {
  const span = Math.min(maxDelayMs, firstDelayMs * 2 ** failures);
  return leastMs + random() * span;
}

/** @returns null: it names no time */
function readPatienceMs({ headers }: Response): number | null {
  const seconds = Number(headers.get('Retry-After'));
  return seconds > 0 ? Math.min(seconds * 1_000, maxDelayMs) : null;
}

/**
 * Follows a stream of server-sent events and comes back whenever it ends. With fetch rather than
 * EventSource, which can send no bearer token and would put it into the address.
 */
export function openLiveStream(options: LiveStreamOptions): LiveStream {
  const { url, readToken, onEvent, onState, onRead, onAnswer, onUnauthorized } = options;
  const environment = { ...browser, ...options.environment };
  let failures = 0;
  let { lastId } = options;
  let retryMs = 0;
  /** For how long a server asked for patience that cannot serve just now. Null: it did not. */
  let patienceMs: number | null = null;
  let isClosed = false;
  let attempt: AbortController | undefined;
  let stopWaiting = () => {};

  async function connect(): Promise<void> {
    stopWaiting();
    const token = readToken();
    if (token === undefined) {
      close();
      return;
    }
    const mine = new AbortController();
    attempt = mine;
    patienceMs = null;
    try {
      await follow(mine, token);
    } catch {
      // Every kind of failure is handled in the same way.
    }
    if (!isClosed && attempt === mine) comeBack();
  }

  async function follow(controller: AbortController, token: string): Promise<void> {
    let callOff = watch(controller);
    try {
      const response = await environment.fetch(url, {
        headers: {
          Accept: 'text/event-stream',
          Authorization: `Bearer ${token}`,
          ...(lastId !== '' && { 'Last-Event-ID': lastId }),
        },
        cache: 'no-store',
        signal: controller.signal,
      });
      onAnswer(response, token);
      if (response.status === 401 || response.status === 403) {
        onUnauthorized(token);
        // If the token was replaced meanwhile, the new one is tried.
        if (readToken() === token) close();
        return;
      }
      if (response.status === 503) patienceMs = readPatienceMs(response);
      if (!response.ok || !response.body) return;
      failures = 0;
      onState('live');
      const parser = createSseParser({ onEvent: take, onRetry: (ms) => (retryMs = ms) }, lastId);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done || isClosed) return;
        callOff();
        callOff = watch(controller);
        parser.push(value);
        // Keepalives also move the id on.
        lastId = parser.lastId;
        if (!isClosed) onRead(lastId);
      }
    } finally {
      callOff();
    }
  }

  function watch(controller: AbortController): () => void {
    return environment.wait(silenceMs, () => controller.abort());
  }

  function take(event: ServerSentEvent): void {
    if (!isClosed) onEvent(event);
  }

  function comeBack(): void {
    // Whoever asks for patience is there: another machine of its cluster is about to lead.
    const isFailure = patienceMs === null;
    if (!isFailure) failures = 0;
    const isOffline = !environment.isOnline() || (isFailure && failures + 1 >= failuresToOffline);
    onState(isOffline ? 'offline' : 'reconnecting');
    const stopTimer = environment.wait(
      chooseDelayMs(failures, environment.random, patienceMs ?? retryMs),
      () => void connect(),
    );
    const stopListening = environment.onOnline(() => void connect());
    if (isFailure) failures += 1;
    stopWaiting = () => {
      stopTimer();
      stopListening();
    };
  }

  // A connection may seem alive long after its network is gone. Whether it is shows in the next one:
  // the server may stand on the same desk.
  const stopWatching = environment.onOffline(() => attempt?.abort());

  function close(): void {
    isClosed = true;
    stopWatching();
    stopWaiting();
    attempt?.abort();
  }

  onState('connecting');
  void connect();
  return { close };
}

/**
 * Reads server-sent events. eventsource-parser, the usual library, does not tell of an id that comes
 * without an event, and the place to resume at is just that.
 */

/** One event of a stream, as https://html.spec.whatwg.org/multipage/server-sent-events.html has it. */
export interface ServerSentEvent {
  /** `message` where the server gave none. */
  event: string;
  data: string;
  /** The last id seen; empty before the first. */
  id: string;
}

interface SseParser {
  /** Takes the next piece of the stream, cut anywhere, even within a line end. */
  push(text: string): void;
  /** The last id so far: an event need not come with it. */
  readonly lastId: string;
}

interface SseHandlers {
  onEvent: (event: ServerSentEvent) => void;
  /** The server's delay before a new attempt, milliseconds. */
  onRetry?: (delayMs: number) => void;
}

/** @param lastId the last id of the connection before, which goes on to count */
export function createSseParser({ onEvent, onRetry }: SseHandlers, lastId = ''): SseParser {
  let rest = '';
  let isFirst = true;
  let event = '';
  let data: string[] = [];
  let id = lastId;

  function takeLine(line: string): void {
    if (line === '') dispatch();
    const colon = line.indexOf(':');
    // A line that begins with a colon is a comment: it only keeps the connection alive.
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
  }

  function dispatch(): void {
    if (data.length > 0)
      onEvent({ event: event === '' ? 'message' : event, data: data.join('\n'), id });
    event = '';
    data = [];
  }

  return {
    get lastId() {
      return id;
    },
    push(text) {
      rest += isFirst ? text.replace(/^\uFEFF/, '') : text;
      if (text !== '') isFirst = false;
      // A carriage return at the very end may be half of a line end: it waits for the next piece.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
    },
  };
}
