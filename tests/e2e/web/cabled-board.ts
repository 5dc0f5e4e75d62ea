import { ConsoleBoard } from '../../fakes/console-board.ts';
import { bridgeInfo, type SerialRig, s2Info } from './serial-rig.ts';

/** A board with firmware on it, plugged into the computer that shows the page. */
export class CabledBoard {
  readonly console: ConsoleBoard;
  /** Bytes at which speed, as the page opened the port; empty: never. */
  readonly baudRates: number[] = [];
  /** Falling edges of RTS, each of which restarted it. */
  restarts = 0;
  port = 0;
  readonly #rig: SerialRig;
  readonly #type: string;
  /** How long its port is away at a restart; undefined: the board has a USB bridge, and the port stays. */
  readonly #awayMs: number | undefined;
  #isRtsOn = false;
  #lastLine: string | null = null;

  private constructor(rig: SerialRig, type: string, awayMs: number | undefined) {
    this.#rig = rig;
    this.#type = type;
    this.#awayMs = awayMs;
    this.console = new ConsoleBoard({
      deviceType: type,
      say: (text) => this.#rig.send(this.port, new TextEncoder().encode(text)),
      onRestart: () => void this.#restart(),
    });
  }

  static async plug(
    rig: SerialRig,
    type = 'esp32-s2-test',
    awayMs: number | undefined = type === 'esp32-lilygo-t-display' ? undefined : 700,
  ): Promise<CabledBoard> {
    const board = new CabledBoard(rig, type, awayMs);
    await board.#plug();
    return board;
  }

  /** Pulls the cable when a line comes that begins so. */
  unplugAt(beginning: string): void {
    this.#lastLine = beginning;
  }

  async unplug(): Promise<void> {
    await this.#rig.unplug(this.port);
  }

  async plugAgain(): Promise<void> {
    await this.#plug();
  }

  async #plug(): Promise<void> {
    this.#isRtsOn = false;
    await this.#rig.plug(
      {
        plugged: (port) => {
          this.port = port;
        },
        opened: ({ baudRate }) => void this.baudRates.push(baudRate),
        received: (bytes) => this.#receive(new TextDecoder().decode(bytes)),
        signalled: ({ requestToSend = false }) => {
          if (this.#isRtsOn && !requestToSend) void this.#restart();
          this.#isRtsOn = requestToSend;
        },
      },
      this.#type === 'esp32-lilygo-t-display' ? bridgeInfo : s2Info,
    );
  }

  #receive(text: string): void {
    if (this.#lastLine === null || !text.startsWith(this.#lastLine)) {
      this.console.receive(text);
      return;
    }
    this.#lastLine = null;
    void this.unplug();
  }

  async #restart(): Promise<void> {
    this.restarts++;
    if (this.#awayMs !== undefined) {
      await this.#rig.unplug(this.port);
      await Bun.sleep(this.#awayMs);
      await this.#plug();
    }
    this.console.boot();
  }
}
