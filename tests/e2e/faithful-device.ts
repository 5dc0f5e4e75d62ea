/**
 * A client that repeats every report until it is acknowledged, whatever becomes of the server. It is no
 * board: those debounce the mains for a second and wait up to a minute between two tries. They are in
 * simdevice/fleet.test.ts.
 */
import type { Prng } from '../../src/cli/simulate/prng.ts';
import type { Board, Report } from './board.ts';
import { HttpDevice } from './http-device.ts';
import { MqttDevice } from './mqtt-device.ts';

export interface Ports {
  readonly http: number;
  readonly mqtt: number;
}

export interface Acknowledged extends Report {
  /** Epoch ms. */
  readonly acknowledgedAt: number;
}

const heartbeatMs = 2_000;
const answerTimeoutMs = 3_000;

export class FaithfulDevice {
  readonly board: Board;
  /** In the order in which they happened. */
  readonly acknowledged: Acknowledged[] = [];
  readonly #queue: Report[] = [];
  readonly #link: MqttDevice | HttpDevice;
  readonly #random: Prng;
  #isOver = false;

  constructor(board: Board, by: 'mqtt' | 'http', ports: Ports, random: Prng) {
    this.board = board;
    this.#random = random;
    this.#link =
      by === 'mqtt'
        ? new MqttDevice(board, { port: ports.mqtt })
        : new HttpDevice(`http://127.0.0.1:${ports.http}`, board);
  }

  get waiting(): number {
    return this.#queue.length;
  }

  losesMains(): void {
    this.#queue.push(this.board.losesMains());
  }

  regainsMains(): void {
    this.#queue.push(this.board.regainsMains());
  }

  /** Delivers and beats until `ends` is called. */
  async lives(): Promise<void> {
    let nextBeatAt = 0;
    while (!this.#isOver) {
      try {
        await this.#connect();
        const report = this.#queue[0];
        if (report !== undefined) {
          await this.#tell(report);
        } else if (performance.now() >= nextBeatAt) {
          nextBeatAt = performance.now() + heartbeatMs;
          await inTime(this.#link.beats());
        } else {
          await Bun.sleep(10);
        }
      } catch {
        nextBeatAt = 0;
        await Bun.sleep(this.#random.between(20, 200));
      }
    }
    if (this.#link instanceof MqttDevice) this.#link.leaves();
  }

  ends(): void {
    this.#isOver = true;
  }

  async #tell(report: Report): Promise<void> {
    await inTime(this.#link.tells(report));
    this.acknowledged.push({ ...report, acknowledgedAt: Date.now() });
    this.#queue.shift();
    // Sometimes the acknowledgement is lost on its way, and the board says it once more.
    if (this.#random.next() < 0.05) await inTime(this.#link.tells(report));
  }

  async #connect(): Promise<void> {
    const link = this.#link;
    if (link instanceof MqttDevice && !link.isConnected) await inTime(link.connects());
  }
}

/** @throws Error when there is no answer in time */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), answerTimeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
