import { Worker } from 'node:worker_threads';
import type { Monitor } from '../../actions/monitor.ts';
import type { SetTimer } from '../../domain/instant.ts';
import type { AnySheet } from './sheets.ts';

/** The answer of the thread. */
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

/** The machine's: it draws at its own speed, whatever a clock says. */
const setMachineTimer: SetTimer = (delayMs, fire) => {
  const timer = setTimeout(fire, delayMs);
  return () => clearTimeout(timer);
};

/** What reports are read and drawn with. */
export interface Printer {
  readonly monitor: Monitor;
  /** IANA name. */
  readonly timezone: string;
  readonly drawings: Pick<DrawingDesk, 'draw'>;
}

interface DeskOptions {
  readonly setTimer: SetTimer;
  /** The thread's code. */
  readonly worker: URL;
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
    const worker = new URL(workerFile, import.meta.url);
    this.#options = { setTimer: setMachineTimer, worker, ...options };
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
    const { setTimer } = this.#options;
    let worker: Worker | null = null;
    for (let order = this.#orders.shift(); order !== undefined; order = this.#orders.shift()) {
      worker ??= new Worker(this.#options.worker);
      try {
        order.done.resolve(await ask(worker, order.sheet, setTimer));
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

function ask(
  worker: Worker,
  sheet: AnySheet,
  setTimer: SetTimer,
): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const onExit = () => reject(new Error('the thread ended without a word'));
  worker.once('exit', onExit);
  worker.once('error', reject);
  worker.once('message', (answer: Answer) => {
    if ('drawn' in answer) resolve(answer.drawn);
    else reject(new Error(answer.failure));
  });
  worker.postMessage(sheet);
  const cancel = setTimer(patienceMs, () => reject(new DrawingTooSlow()));
  return promise.finally(() => {
    cancel();
    worker.removeListener('exit', onExit);
    worker.removeListener('error', reject);
  });
}
