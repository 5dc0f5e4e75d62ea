import { Worker } from 'node:worker_threads';
import type { AnySheet } from './sheets.ts';

/** What the thread answers. */
type Answer = { readonly drawn: Uint8Array<ArrayBuffer> } | { readonly failure: string };

interface Order {
  readonly sheet: AnySheet;
  readonly done: PromiseWithResolvers<Uint8Array<ArrayBuffer>>;
}

/** More than this wait for their turn only in a flood. */
const mostWaiting = 200;

/** Longer than the longest report takes on the smallest machine, in ms. */
const patienceMs = 120_000;

/** Too much waits to be drawn. */
export class DeskFull extends Error {
  override readonly name = 'DeskFull';
}

/** A sheet was not drawn in time. */
export class DrawingTooSlow extends Error {
  override readonly name = 'DrawingTooSlow';
}

interface DeskOptions {
  /** The thread's code. */
  readonly worker: URL;
  /** How long one sheet may take, in ms. */
  readonly patienceMs: number;
}

/**
 * Draws one sheet after the other in a thread of its own. It runs only while there is something to draw,
 * because it takes as much memory as a quarter of the server.
 */
export class DrawingDesk {
  readonly #options: DeskOptions;
  readonly #orders: Order[] = [];
  #isDrawing = false;

  constructor(options: Partial<DeskOptions> = {}) {
    this.#options = { worker: new URL(workerFile, import.meta.url), patienceMs, ...options };
  }

  /**
   * @returns a PDF, or a PNG for a week
   * @throws DeskFull, DrawingTooSlow
   */
  draw(sheet: AnySheet): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#orders.length >= mostWaiting) return Promise.reject(new DeskFull());
    const done = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    this.#orders.push({ sheet, done });
    if (!this.#isDrawing) void this.#drawAll();
    return done.promise;
  }

  async #drawAll(): Promise<void> {
    this.#isDrawing = true;
    let worker: Worker | null = null;
    for (let order = this.#orders.shift(); order !== undefined; order = this.#orders.shift()) {
      worker ??= new Worker(this.#options.worker);
      try {
        order.done.resolve(await ask(worker, order.sheet, this.#options.patienceMs));
      } catch (error) {
        order.done.reject(error as Error);
        await worker.terminate();
        worker = null;
      }
    }
    this.#isDrawing = false;
    await worker?.terminate();
  }
}

/** scripts/build.ts lays the thread's code beside that of the server. */
const workerFile = Bun.isStandaloneExecutable ? './drawing.worker.js' : './drawing.worker.ts';

function ask(worker: Worker, sheet: AnySheet, withinMs: number): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const onExit = () => reject(new Error('the thread ended without a word'));
  worker.once('exit', onExit);
  worker.once('error', reject);
  worker.once('message', (answer: Answer) => {
    if ('drawn' in answer) resolve(answer.drawn);
    else reject(new Error(answer.failure));
  });
  worker.postMessage(sheet);
  const tooLate = setTimeout(() => reject(new DrawingTooSlow()), withinMs);
  return promise.finally(() => {
    clearTimeout(tooLate);
    worker.removeListener('exit', onExit);
    worker.removeListener('error', reject);
  });
}
