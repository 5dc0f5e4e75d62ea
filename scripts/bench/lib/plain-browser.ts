/**
 * Chromium by its own protocol, without a library that puts scripts of its own into each page: on a slowed-down processor
 * those take longer than the page does.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const answerSchema = z.object({
  id: z.number().optional(),
  error: z.object({ message: z.string() }).optional(),
  result: z.unknown().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  sessionId: z.string().optional(),
});

export interface PlainTab extends AsyncDisposable {
  /** A command of the protocol. Throws what Chromium refuses. */
  send(method: string, params?: object): Promise<unknown>;
  /** @param take called with the parameters of each event of this name */
  on(method: string, take: (params: unknown) => void): void;
  /** What an expression gives, as JSON would have it; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
}

export interface PlainBrowser extends AsyncDisposable {
  /** A tab of a profile of its own, which has never been anywhere. */
  openTab(): Promise<PlainTab>;
}

/** Starts Debian's Chromium without a window. */
export async function startPlainBrowser(): Promise<PlainBrowser> {
  const profileDir = await mkdtemp(join(tmpdir(), 'faiwatch-chromium-'));
  const child = Bun.spawn(
    [
      '/usr/bin/chromium-headless-shell',
      ...['--remote-debugging-port=0', '--no-sandbox', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      `--user-data-dir=${profileDir}`,
    ],
    { stdout: 'ignore', stderr: 'pipe' },
  );
  const connection = await connect(await findAddress(child.stderr));
  return {
    openTab: () => openTab(connection),
    [Symbol.asyncDispose]: async () => {
      // The program that was started is a script around the browser, which would outlive it.
      await connection.send('Browser.close');
      connection.close();
      await child.exited;
      await rm(profileDir, { recursive: true, force: true });
    },
  };
}

/** Chromium says where it listens. */
async function findAddress(lines: ReadableStream<Uint8Array>): Promise<string> {
  let said = '';
  const decoder = new TextDecoder();
  for await (const chunk of lines) {
    said += decoder.decode(chunk, { stream: true });
    const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`Chromium did not start: ${said}`);
}

interface Connection {
  send(method: string, params?: object, sessionId?: string): Promise<unknown>;
  /** @param take called with each event of a session */
  listen(sessionId: string, take: (method: string, params: unknown) => void): void;
  close(): void;
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  await new Promise((done, fail) => {
    socket.onopen = done;
    socket.onerror = fail;
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (method: string, params: unknown) => void>();
  let sent = 0;
  socket.onmessage = ({ data }) => {
    const { id, error, result, method, params, sessionId } = answerSchema.parse(JSON.parse(data));
    if (method !== undefined) listeners.get(sessionId ?? '')?.(method, params);
    const asked = id === undefined ? undefined : waiting.get(id);
    if (asked === undefined || id === undefined) return;
    waiting.delete(id);
    if (error === undefined) asked.resolve(result);
    else asked.reject(new Error(error.message));
  };
  return {
    send: (method, params = {}, sessionId = undefined) => {
      sent += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(sent, asked);
      socket.send(JSON.stringify({ id: sent, method, params, sessionId }));
      return asked.promise;
    },
    listen: (sessionId, take) => listeners.set(sessionId, take),
    close: () => socket.close(),
  };
}

async function openTab({ send, listen }: Connection): Promise<PlainTab> {
  const { browserContextId } = z
    .object({ browserContextId: z.string() })
    .parse(await send('Target.createBrowserContext'));
  const { targetId } = z
    .object({ targetId: z.string() })
    .parse(await send('Target.createTarget', { url: 'about:blank', browserContextId }));
  const { sessionId } = z
    .object({ sessionId: z.string() })
    .parse(await send('Target.attachToTarget', { targetId, flatten: true }));
  const takers = new Map<string, (params: unknown) => void>();
  listen(sessionId, (method, params) => takers.get(method)?.(params));
  const sendHere = (method: string, params: object = {}) => send(method, params, sessionId);
  return {
    send: sendHere,
    on: (method, take) => takers.set(method, take),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = z
        .object({
          result: z.object({ value: z.unknown().optional() }),
          exceptionDetails: z.unknown().optional(),
        })
        .parse(
          await sendHere('Runtime.evaluate', {
            ...{ expression, returnByValue: true, awaitPromise: true },
          }),
        );
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
    [Symbol.asyncDispose]: async () => {
      await send('Target.disposeBrowserContext', { browserContextId });
    },
  };
}
