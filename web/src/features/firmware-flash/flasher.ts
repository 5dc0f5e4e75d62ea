import { type Clock, findAgain, systemClock } from '../../lib/serial/find-again.ts';
import { askSetupNetwork } from '../../lib/serial/setup-network.ts';
import {
  type BoardPort,
  describeFailure,
  explainOpening,
  type PortInfo,
  type SerialPorts,
} from '../../lib/serial/web-serial.ts';
import { type EspBoard, openEspBoard } from './esp-board.ts';
import { type Board, type Firmware, type FirmwarePart, hasOwnUsb } from './firmware-offers.ts';
import {
  type FlashProblem,
  type FlashState,
  FlashStopped,
  initialFlashState,
  isFlashing,
  type PartName,
  type PartProgress,
} from './flash-state.ts';

/** A chip that goes into its loader by itself is back as another port within a second or two. */
const returnWithinMs = 6_000;
/** From its restart until it is back and answers. */
const tellWithinMs = 10_000;
const keptLines = 300;

export interface FlashOrder {
  /** What to put on the board that was chosen from the browser's list. */
  readonly chooseBoard: (port: PortInfo) => Board;
  /** Erases the whole flash first, with all settings. */
  readonly isErasing: boolean;
}

interface FlasherOptions {
  readonly serial: SerialPorts;
  readonly getFirmware: (board: Board) => Promise<Firmware>;
  readonly clock?: Clock;
  /** Epoch ms, for the log. */
  readonly now?: () => number;
}

/** Thrown when the board is gone, in place of the errors that follow from that. */
class BoardLost extends Error {}

/**
 * Puts a firmware on a board: fetches it and looks it over, then finds out whether this is the right
 * chip, and only then writes. It knows nothing of the page, which shows its state.
 */
export class Flasher {
  #state = initialFlashState;
  readonly #listeners = new Set<() => void>();
  readonly #serial: SerialPorts;
  readonly #getFirmware: FlasherOptions['getFirmware'];
  readonly #clock: Clock;
  readonly #now: () => number;
  /** Settles once the last flashed board is no longer being asked. */
  #asking: Promise<void> = Promise.resolve();

  constructor(options: FlasherOptions) {
    this.#serial = options.serial;
    this.#getFirmware = options.getFirmware;
    this.#clock = options.clock ?? systemClock;
    this.#now = options.now ?? Date.now;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): FlashState => this.#state;

  clearLog(): void {
    this.#update({ log: [] });
  }

  /** Asks for a port, so only right after a click. Never throws: what goes wrong is in the state. */
  async flash(order: FlashOrder): Promise<void> {
    if (isFlashing(this.#state)) return;
    this.#update({ ...initialFlashState, log: this.#state.log, phase: 'connecting' });
    try {
      // First, while the browser still counts the click as one.
      const port = await this.#choosePort();
      await this.#asking;
      const used = await this.#flash(port, order);
      this.#update({ phase: 'done', setupNetwork: 'asking' });
      this.#asking = this.#ask(used);
    } catch (error) {
      this.#stop(
        error instanceof FlashStopped
          ? error.problem
          : { code: 'write_failed', reason: describeFailure(error) },
      );
    }
  }

  async #choosePort(): Promise<BoardPort> {
    try {
      return await this.#serial.requestPort();
    } catch (error) {
      if (explainOpening(error) === 'cancelled') throw new FlashStopped({ code: 'no_port' });
      throw new FlashStopped({ code: 'connect_failed', reason: describeFailure(error) });
    }
  }

  /** @returns the port the board was written through */
  async #flash(port: BoardPort, { chooseBoard, isErasing }: FlashOrder): Promise<BoardPort> {
    const board = chooseBoard(port.getInfo());
    this.#update({ phase: 'fetching', board });
    const firmware = await this.#getFirmware(board);
    this.#update({
      version: firmware.version,
      parts: firmware.parts.map(({ name, bytes }) => ({
        name,
        size: bytes.length,
        state: 'fetched',
        percent: 0,
      })),
    });
    this.#update({ phase: 'connecting' });
    const { esp, port: used } = await this.#enterLoader(port, board);
    try {
      this.#update({ chip: esp.chip });
      if (esp.chip !== firmware.chip) {
        throw new FlashStopped({ code: 'wrong_chip', found: esp.chip, wanted: firmware.chip });
      }
      await this.#whileThere(used, () => this.#write(esp, firmware, isErasing));
      this.#update({ phase: 'restarting' });
      // The port may disappear with the restart. The firmware is written in any case.
      await esp.restart().catch((error) => this.#log('info', describeFailure(error)));
    } finally {
      await esp.close();
    }
    return used;
  }

  async #ask(port: BoardPort): Promise<void> {
    const isOver = () => this.#state.phase !== 'done';
    const setupNetwork = await askSetupNetwork({
      serial: this.#serial,
      clock: this.#clock,
      before: port,
      withinMs: tellWithinMs,
      isOver,
    });
    if (!isOver()) this.#update({ setupNetwork });
  }

  /** Opens the board, over the change of ports that going into its loader may be. */
  async #enterLoader(port: BoardPort, board: Board): Promise<{ esp: EspBoard; port: BoardPort }> {
    const open = (at: BoardPort, isWaiting: boolean) =>
      this.#whileThere(at, () =>
        openEspBoard({
          port: at,
          clock: this.#clock,
          isWaiting,
          log: (line) => this.#log('info', line),
        }),
      );
    try {
      return { esp: await open(port, false), port };
    } catch (error) {
      if (!isLoss(error) || !hasOwnUsb(board)) throw error;
    }
    const found = await findAgain({
      serial: this.#serial,
      clock: this.#clock,
      before: port,
      withinMs: returnWithinMs,
      open: () => Promise.resolve(),
      isOver: () => false,
    });
    if (found === null) throw new FlashStopped({ code: 'port_changed' });
    return { esp: await open(found, true), port: found };
  }

  async #write(esp: EspBoard, { parts }: Firmware, isErasing: boolean): Promise<void> {
    this.#update({ phase: 'preparing' });
    await esp.prepare();
    if (isErasing) {
      this.#update({ phase: 'erasing' });
      await esp.erase();
    }
    this.#update({ phase: 'writing' });
    for (const part of parts) await this.#writePart(esp, part);
  }

  async #writePart(esp: EspBoard, part: FirmwarePart): Promise<void> {
    const { name } = part;
    this.#updatePart(name, { state: 'writing' });
    await esp.write(part, (percent) =>
      this.#updatePart(name, { percent, state: percent === 100 ? 'checking' : 'writing' }),
    );
    this.#updatePart(name, { percent: 100, state: 'verified' });
  }

  /** Does something with a board, and ends at once when the board is unplugged. @throws FlashStopped */
  async #whileThere<T>(port: BoardPort, work: () => Promise<T>): Promise<T> {
    const { promise: lost, reject } = Promise.withResolvers<never>();
    const onDisconnect = (event: Event) => {
      if (Object.is(event.target, port)) reject(new BoardLost());
    };
    this.#serial.addEventListener('disconnect', onDisconnect);
    const working = work();
    // Its outcome no longer matters once the board is gone.
    working.catch(() => {});
    try {
      return await Promise.race([working, lost]);
    } catch (error) {
      if (!(error instanceof BoardLost)) throw error;
      throw new FlashStopped({ code: 'unplugged' });
    } finally {
      this.#serial.removeEventListener('disconnect', onDisconnect);
    }
  }

  #stop(problem: FlashProblem): void {
    const { phase, parts } = this.#state;
    const isTouched = parts.some(({ state, percent }) => state === 'verified' || percent > 0);
    const isHalfWritten = isTouched || phase === 'erasing' || phase === 'writing';
    this.#update({
      phase: 'failed',
      problem: { ...problem, ...(isHalfWritten && { isHalfWritten }) },
      parts: parts.map((part) =>
        part.state === 'writing' || part.state === 'checking' || part.name === problem.part
          ? { ...part, state: 'failed' }
          : part,
      ),
    });
    if (problem.reason !== undefined) this.#log('error', problem.reason);
  }

  #log(type: FlashState['log'][number]['type'], text: string): void {
    const { log } = this.#state;
    const line = { id: (log.at(-1)?.id ?? 0) + 1, at: this.#now(), type, direction: null, text };
    this.#update({ log: [...log.slice(-keptLines + 1), line] });
  }

  #updatePart(name: PartName, change: Partial<PartProgress>): void {
    // Late progress after the board was unplugged is ignored.
    if (this.#state.phase === 'failed') return;
    const parts = this.#state.parts.map((part) =>
      part.name === name ? { ...part, ...change } : part,
    );
    this.#update({ parts });
  }

  #update(change: Partial<FlashState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function isLoss(error: unknown): boolean {
  return error instanceof FlashStopped && error.problem.code === 'unplugged';
}
