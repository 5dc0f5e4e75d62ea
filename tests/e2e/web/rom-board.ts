import { ConsoleBoard } from '../../fakes/console-board.ts';
import { ResetCircuit } from '../../fakes/esp-cable.ts';
import { type ChipName, EspRom } from '../../fakes/esp-rom.ts';
import { bridgeInfo, type SerialRig, s2Info } from './serial-rig.ts';

/** A chip that can be flashed, plugged into the computer that shows the page. */
export class RomBoard {
  readonly rom: EspRom;
  readonly circuit: ResetCircuit;
  /** What runs after flashing. */
  readonly console: ConsoleBoard;
  port = 0;
  readonly #rig: SerialRig;
  readonly #hasBridge: boolean;
  #baud = 0;

  private constructor(rig: SerialRig, chip: ChipName) {
    this.#rig = rig;
    this.#hasBridge = chip === 'ESP32';
    this.rom = new EspRom({
      chip,
      isInLoader: !this.#hasBridge,
      send: (bytes) => this.#rig.send(this.port, bytes),
    });
    this.circuit = new ResetCircuit(this.rom);
    this.console = new ConsoleBoard({
      deviceType: this.#hasBridge ? 'esp32-lilygo-t-display' : 'esp32-s2-mini',
      say: (text) => this.#rig.send(this.port, new TextEncoder().encode(text)),
    });
    // With USB of its own its port goes with every restart.
    this.rom.onWatchdog = () => void this.unplug();
  }

  /** A classic ESP32 has a bridge chip, whose lines reset it; the others wait in their loader. */
  static async plug(rig: SerialRig, chip: ChipName): Promise<RomBoard> {
    const board = new RomBoard(rig, chip);
    await board.plugAgain();
    return board;
  }

  /** A person holds 0 and taps RST. */
  async enterLoader(): Promise<void> {
    await this.unplug();
    await this.plugAgain();
  }

  async unplug(): Promise<void> {
    await this.#rig.unplug(this.port);
  }

  async plugAgain(): Promise<void> {
    this.rom.reset(!this.#hasBridge);
    await this.#rig.plug(
      {
        plugged: (port) => {
          this.port = port;
        },
        opened: ({ baudRate }) => {
          this.#baud = baudRate;
        },
        received: (bytes) => {
          // At another speed they are noise.
          if (!this.rom.isInLoader) this.console.receive(new TextDecoder().decode(bytes));
          else if (!this.#hasBridge || this.#baud === this.rom.baud) this.rom.receive(bytes);
        },
        signalled: (signals) => {
          if (this.#hasBridge) this.circuit.signal(signals);
        },
      },
      this.#hasBridge ? bridgeInfo : s2Info,
    );
  }
}
