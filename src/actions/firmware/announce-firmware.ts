import type { Board } from '../../domain/devices/device-type.ts';
import { type FirmwareImage, readRolloutRevision } from '../../store/firmware/firmware-images.ts';
import type { FirmwareShelf } from '../../store/firmware/firmware-shelf.ts';
import type { LiveDevice } from '../fleet/live-device.ts';
import { sendCommand } from '../fleet/send-command.ts';
import type { Monitor } from '../monitor.ts';
import { offerFirmware, readAvailable } from './offer-firmware.ts';

/** The most devices that are told within one turn: each of them then downloads a megabyte. */
const toldAtOnce = 5;
/** The most devices that are examined within one turn, so that it stays short. */
const examinedAtOnce = 200;

/**
 * Tells online devices when a roll-out that reaches them begins or widens. They would ask by themselves,
 * but only every few hours. Only a few are told at a time: ten thousand downloads begun in one second
 * would leave no uplink for alerts.
 */
export class FirmwareAnnouncer {
  readonly #monitor: Monitor;
  readonly #shelf: FirmwareShelf;
  /**
   * Roll-outs that were under way when this server started are not announced: devices find them by
   * themselves.
   */
  #revision: number;
  #waiting: string[] = [];

  constructor(monitor: Monitor, shelf: FirmwareShelf) {
    this.#monitor = monitor;
    this.#shelf = shelf;
    this.#revision = readRolloutRevision(monitor.store);
  }

  /** One turn; to be called every second. */
  announce(): void {
    const { store, fleet } = this.#monitor;
    const revision = readRolloutRevision(store);
    if (revision !== this.#revision) {
      this.#revision = revision;
      this.#waiting = [...fleet.ids()].reverse();
    }
    const available = new Map<Board, readonly FirmwareImage[]>();
    let told = 0;
    for (let examined = 0; examined < examinedAtOnce && told < toldAtOnce; examined += 1) {
      const deviceId = this.#waiting.pop();
      if (deviceId === undefined) return;
      const device = fleet.get(deviceId);
      if (device !== undefined && this.#isConcerned(device, available)) {
        sendCommand(this.#monitor, device, { type: 'check_firmware' });
        told += 1;
      }
    }
  }

  /** @param available the images that were already read in this turn */
  #isConcerned(device: LiveDevice, available: Map<Board, readonly FirmwareImage[]>): boolean {
    const { config, state, firmwareVersion } = device;
    if (state.link !== 'online' || config.revokedBecause !== null) return false;
    const board = config.deviceType;
    if (board === 'other') return false;
    const images = available.get(board) ?? readAvailable(this.#monitor, this.#shelf, board);
    available.set(board, images);
    return offerFirmware(this.#monitor, images, device, firmwareVersion) !== null;
  }
}
