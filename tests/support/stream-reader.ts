import type { App } from './app.ts';
import type { HttpWorld } from './http-world.ts';

export interface Told {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what it expects to be there
  readonly data: any;
  /** The id that came with it, for resuming; null: none. */
  readonly id: string | null;
}

/** Takes a live stream apart, as the standard says a client does. */
export class StreamReader {
  readonly told: Told[] = [];
  /** Comments, which a client skips. */
  readonly comments: string[] = [];
  /** What a client would send as `Last-Event-ID`. */
  lastId: string | null = null;
  retryMs: number | null = null;
  /** The stream has ended: properly, or torn off. */
  end: 'closed' | 'torn' | null = null;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #ended = Promise.withResolvers<void>();
  #waiting: { readonly isThere: () => boolean; readonly resolve: () => void }[] = [];
  #rest = '';

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
    void this.#pump();
  }

  /** Settles when the stream ends. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** What came under one name. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  of(name: string): any[] {
    return this.told.filter((one) => one.name === name).map((one) => one.data);
  }

  /** The names of all messages, in order. */
  names(): string[] {
    return this.told.map((one) => one.name);
  }

  /** Settles once a message is there that `isWanted`; for streams over a socket. */
  waitFor(isWanted: (told: Told) => boolean): Promise<void> {
    const isThere = () => this.told.some(isWanted);
    if (isThere()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ isThere, resolve }));
  }

  /** Goes away. */
  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }

  async #pump(): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) break;
        this.#take(this.#decoder.decode(value, { stream: true }));
      }
      this.end = 'closed';
    } catch {
      this.end = 'torn';
    }
    this.#ended.resolve();
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.#dispatch(block);
    this.#waiting = this.#waiting.filter(({ isThere, resolve }) => {
      if (!isThere()) return true;
      resolve();
      return false;
    });
  }

  #dispatch(block: string): void {
    let name = 'message';
    let id: string | null = null;
    let data: string | null = null;
    for (const line of block.split('\n')) {
      const [, field = '', value = ''] = /^(\w*): ?(.*)$/.exec(line) ?? [];
      if (line.startsWith(':')) this.comments.push(line);
      else if (field === 'event') name = value;
      else if (field === 'id') id = value;
      else if (field === 'retry') this.retryMs = Number(value);
      else if (field === 'data') data = value;
      else throw new Error(`not a line of an event stream: ${line}`);
    }
    if (id !== null) this.lastId = id;
    if (data !== null) this.told.push({ name, id, data: JSON.parse(data) });
  }
}

/** Lets all pending work of this process finish. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Opens the live stream without a socket. @throws Error with the answer when it is refused */
export async function listen(
  world: HttpWorld,
  token: string,
  lastEventId: string | null = null,
): Promise<StreamReader> {
  const answer = await world.app.handle(
    new Request('http://localhost/api/stream', {
      headers: {
        Authorization: `Bearer ${token}`,
        ...(lastEventId !== null && { 'Last-Event-ID': lastEventId }),
      },
    }),
  );
  if (answer.status !== 200 || answer.body === null) {
    throw new Error(`the stream answered ${answer.status}: ${await answer.text()}`);
  }
  const reader = new StreamReader(answer.body);
  await settle();
  return reader;
}

/** The live stream of a whole server, from its first message on. */
export async function listenTo(app: App, token: string): Promise<StreamReader> {
  const { body } = await app.call('GET', '/api/stream', token);
  if (body === null) throw new Error('the stream has no body');
  const reader = new StreamReader(body);
  await reader.waitFor(({ name }) => name === 'hello');
  return reader;
}

/** Lets time pass, second by second, as the scheduler would, and everybody hear of it. */
export async function pass(world: HttpWorld, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await world.monitor.advance(1);
    world.streams.tick(world.monitor.clock());
  }
  await settle();
}
