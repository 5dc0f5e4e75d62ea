import type { PortSignals } from '../../web/src/lib/serial/web-serial.ts';
import type { EspRom } from './esp-rom.ts';

/**
 * What the lines of a cable do to a board with a bridge chip: two transistors let RTS hold it in reset,
 * and DTR ask for the loader, as long as not both are on.
 */
export class ResetCircuit {
  /** Every reset, and whether it led into the loader. */
  readonly resets: boolean[] = [];
  readonly #rom: Pick<EspRom, 'reset'>;
  #dtr = false;
  #rts = false;

  constructor(rom: Pick<EspRom, 'reset'>) {
    this.#rom = rom;
  }

  signal({ dataTerminalReady, requestToSend }: PortSignals): void {
    const wasHeld = this.#rts && !this.#dtr;
    this.#dtr = dataTerminalReady ?? this.#dtr;
    this.#rts = requestToSend ?? this.#rts;
    const isHeld = this.#rts && !this.#dtr;
    if (!wasHeld || isHeld) return;
    const isIntoLoader = this.#dtr && !this.#rts;
    this.resets.push(isIntoLoader);
    this.#rom.reset(isIntoLoader);
  }
}
