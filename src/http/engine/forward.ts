import { AppError } from '../../domain/errors.ts';
import { type Arrival, nodeHeader } from './arrival.ts';
import type { LeaderPulse, WatchedCall } from './leader-pulse.ts';

/** Headers of one connection (RFC 9110 section 7.6.1), and those that only we may write. */
const droppedHeaders = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'expect', 'forwarded', 'x-forwarded-for', 'x-forwarded-proto', nodeHeader],
];

/** The machine that leads, and how it knows us. */
interface ForwardTarget {
  /** Its address without a slash at the end. */
  readonly address: string;
  readonly secret: string;
}

/**
 * Passes a request on as it is, body and answer as they come.
 * @throws AppError UNAVAILABLE when the machine cannot be reached, or is gone before it answers
 */
export async function forward(
  request: Request,
  arrival: Arrival,
  { address, secret }: ForwardTarget,
  pulse: LeaderPulse,
): Promise<Response> {
  // Two machines that each take the other for the one that leads would pass a call on for ever.
  if (request.headers.has(nodeHeader)) throw noLeader();
  const { pathname, search } = new URL(request.url);
  const headers = withoutDropped(request.headers);
  headers.set('X-Forwarded-For', arrival.address);
  if (arrival.isSecure) headers.set('X-Forwarded-Proto', 'https');
  if (arrival.isPlainOutside) headers.set('X-Forwarded-Proto', 'http');
  headers.set(nodeHeader, secret);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const call = pulse.watch(address);
  let answer: Response;
  try {
    answer = await fetch(`${address}${pathname}${search}`, {
      method: request.method,
      headers,
      body: hasBody && request.body !== null ? watchFlow(request.body, call.note, () => {}) : null,
      redirect: 'manual',
      decompress: false,
      signal: AbortSignal.any([request.signal, call.signal]),
    });
  } catch {
    call.end();
    throw noLeader();
  }
  const { status, statusText, body } = answer;
  if (body === null) call.end();
  return new Response(body && watchFlow(body, call.note, call.end), {
    status,
    statusText,
    headers: withoutDropped(answer.headers),
  });
}

/** @param note called with each piece; `end`, once there are no more */
function watchFlow(
  from: ReadableStream<Uint8Array>,
  note: WatchedCall['note'],
  end: WatchedCall['end'],
): ReadableStream<Uint8Array> {
  const reader = from.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        note();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
}

/** Asks the machine that leads for whatever answers at once. */
export async function askForHealth(address: string, signal: AbortSignal): Promise<void> {
  await (await fetch(`${address}/healthz`, { signal })).body?.cancel();
}

function withoutDropped(from: Headers): Headers {
  const headers = new Headers(from);
  const named = from.get('connection')?.split(',') ?? [];
  for (const name of [...droppedHeaders, ...named.map((text) => text.trim())]) {
    if (name !== '') headers.delete(name);
  }
  return headers;
}

export function noLeader(): AppError {
  return new AppError('UNAVAILABLE', 'No machine of this cluster leads just now. Try again soon.', {
    retryAfterSeconds: 5,
  });
}
