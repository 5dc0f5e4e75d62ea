/** Sends over HTTP, once, what a test wants sent now; see board.ts. */
import type { Heartbeat } from '../../src/contract/fleet/device.ts';
import type { Board, Report } from './board.ts';

export class HttpDevice {
  readonly board: Board;
  readonly #url: string;
  readonly #patienceMs: number;

  /**
   * @param url of the server, without a slash at the end
   * @param patienceMs how long it waits for an answer
   */
  constructor(url: string, board: Board, patienceMs = 30_000) {
    this.#url = url;
    this.#patienceMs = patienceMs;
    this.board = board;
  }

  async beats(fields?: Partial<Heartbeat>): Promise<void> {
    await this.#post('heartbeat', this.board.heartbeat(fields));
  }

  /** The mains fails, and the board says so. */
  async losesMains(): Promise<Report> {
    return this.tells(this.board.losesMains());
  }

  /** The mains is back, and the board says so. */
  async regainsMains(): Promise<Report> {
    return this.tells(this.board.regainsMains());
  }

  async tells(report: Report): Promise<Report> {
    await this.#post('events', { events: [this.board.say(report)] });
    return report;
  }

  /** @throws Error unless it is taken, or when the server does not answer in time */
  async #post(call: 'heartbeat' | 'events', body: unknown): Promise<void> {
    const response = await fetch(`${this.#url}/api/device/v1/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.board.token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(this.#patienceMs),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${call} answered ${response.status}: ${text}`);
  }
}
