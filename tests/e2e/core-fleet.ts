/**
 * The devices of a data directory as boards with the firmware's own core, all of them in one process of
 * simdevice. They debounce, store, wait and repeat as real boards do. A test changes their surroundings and waits
 * until they have noticed.
 */
import type { FirmwareDevice } from '../../src/cli/simulate/firmware-device.ts';
import { FirmwareFleet } from '../../src/cli/simulate/firmware-fleet.ts';
import type { ToldReport } from '../../src/cli/simulate/report-queue.ts';
import type { Board } from './board.ts';
import type { Home } from './harness.ts';
import { buildSimDevice } from './simdevice/sim-device.ts';
import { waitFor } from './wait-for.ts';

export interface Acknowledged extends ToldReport {
  readonly acknowledgedAt: number;
}

export class CoreBoard {
  readonly #device: FirmwareDevice;
  #hasMains = true;

  constructor(device: FirmwareDevice) {
    this.#device = device;
  }

  get id(): string {
    return this.#device.deviceId;
  }

  get isOnline(): boolean {
    return this.#device.isOnline;
  }

  get hasMains(): boolean {
    return this.#hasMains;
  }

  /** How many of its reports are not acknowledged yet. */
  get waiting(): number {
    return this.#device.waitingReports;
  }

  /** In the order in which they were first sent. */
  get acknowledged(): readonly Acknowledged[] {
    return this.#device.reports.filter(
      (report): report is Acknowledged => report.acknowledgedAt !== null,
    );
  }

  /** Changes of the mains, each with its true moment in epoch ms. */
  get mainsChanges(): readonly {
    readonly type: 'mains-lost' | 'mains-back';
    readonly at: number;
  }[] {
    return this.#device.history.flatMap((entry) =>
      entry.type === 'mains-lost' || entry.type === 'mains-back' ? [entry] : [],
    );
  }

  /** Settles once the board has noticed. */
  async losesMains(): Promise<void> {
    await this.#changeMains(false);
  }

  /** Settles once the board has noticed, for which power has to stay for a second. */
  async regainsMains(): Promise<void> {
    await this.#changeMains(true);
  }

  /**
   * The router restarts just when the board sends its next report. The server may store the report, but the board
   * gets no answer and repeats it.
   * @param end gives up waiting for a report
   */
  async losesNextAnswer(end: AbortSignal): Promise<void> {
    const told = this.#device.reports.length;
    while (this.#device.reports.length === told) {
      if (end.aborted) return;
      await Bun.sleep(1);
    }
    await this.restartsRouter();
  }

  /** Once the network is back, a board tries at once instead of waiting on. */
  async restartsRouter(): Promise<void> {
    this.#device.suffer('lose-network');
    await waitFor(`loss of the network at ${this.id}`, () => !this.isOnline);
    // The board also notices a second without a beacon.
    await Bun.sleep(1_200);
    this.#device.suffer('restore-network');
  }

  /** The firmware stands still from now on; its connections stay open. */
  freezes(): void {
    this.#device.suffer('crash');
  }

  async #changeMains(isOn: boolean): Promise<void> {
    const noticed = this.#noticed;
    this.#hasMains = isOn;
    this.#device.suffer(isOn ? 'restore-mains' : 'lose-mains');
    await waitFor(`notice of the mains at ${this.id}`, () => this.#noticed > noticed);
  }

  /** How many changes of the mains the board has noticed. */
  get #noticed(): number {
    return this.waiting + this.acknowledged.length;
  }
}

/**
 * Switches the boards on, every third over HTTP alone. They enrol anew with their keys, so the tokens
 * they were seeded with end.
 * @returns them once the server has heard all of them
 */
export async function startBoards(
  home: Home,
  boards: readonly Board[],
  server: { readonly url: string },
): Promise<readonly CoreBoard[]> {
  const program = await buildSimDevice();
  const keys = new Map(
    home.data
      .read<{ device_id: string; key_code: string; phone: string }>(
        `SELECT d.device_id, k.key_code, c.phone FROM activation_keys k
        JOIN devices d ON d.id = k.device_row JOIN customers c ON c.id = k.customer_id`,
      )
      .map((row) => [row.device_id, row]),
  );
  const startFleet = (transport: 'mqtt' | 'http', ofFleet: readonly Board[]) => {
    const fleet = new FirmwareFleet({
      ...{ program, transport, server: new URL(server.url) },
      plan: ofFleet.map(({ id }) => ({
        ...{ deviceId: id, deviceType: 's2-mini', hasMainsSense: true, seed: id, outages: [] },
      })),
      credentials: ofFleet.map(({ id }) => {
        const key = keys.get(id);
        if (key === undefined) throw new Error(`${id} has no key`);
        return { activationKey: key.key_code, phone: key.phone };
      }),
    });
    home.defer(() => fleet.stop());
    fleet.switchOn();
    return fleet;
  };
  const isHttp = (_: unknown, index: number) => index % 3 === 0;
  const fleets = [
    startFleet('http', boards.filter(isHttp)),
    startFleet(
      'mqtt',
      boards.filter((board, index) => !isHttp(board, index)),
    ),
  ];
  const byId = new Map(
    fleets.flatMap(({ devices }) => devices.map((device) => [device.deviceId, device])),
  );
  const started = boards.flatMap(({ id }) => byId.get(id) ?? []).map((each) => new CoreBoard(each));
  await waitFor('fleet online', () => {
    for (const { failure } of fleets) if (failure !== null) throw new Error(failure);
    return started.every(({ isOnline }) => isOnline);
  });
  return started;
}
