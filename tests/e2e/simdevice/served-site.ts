/** The real server, a messenger, and simulated devices that belong to somebody. */
import type { FakeTelegram } from '../../fakes/telegram/fake-telegram.ts';
import { type Home, installBinary, type ServeOptions, type Server } from '../harness.ts';
import { waitFor } from '../wait-for.ts';
import { SimDevice } from './sim-device.ts';

export interface Outage {
  readonly cause: string;
  readonly down_at: number;
  readonly recover_at: number | null;
}

export interface StoredEvent {
  readonly id: number;
  readonly event_type: string;
  readonly occurred_at: number;
  readonly boot_id: string;
  readonly seq: number;
}

export class ServedSite implements AsyncDisposable {
  readonly home: Home;
  readonly telegram: FakeTelegram;
  readonly server: Server;
  #keys: string[] = [];

  private constructor(home: Home, telegram: FakeTelegram, server: Server) {
    this.home = home;
    this.telegram = telegram;
    this.server = server;
  }

  /** @param settings of the administrator, as they stand in the database */
  static async start(
    settings: Readonly<Record<string, number>> = {},
    options: ServeOptions = {},
  ): Promise<ServedSite> {
    const home = await installBinary();
    const telegram = await home.startTelegram({ chats: 'any' });
    // Makes the database, too.
    const keys = await home.createKeys(8);
    home.data.saveSettings(settings);
    const server = await home.serve({ telegram, ...options });
    const site = new ServedSite(home, telegram, server);
    site.#keys = [...keys];
    return site;
  }

  /** For more devices than a few. */
  async addKeys(count: number): Promise<void> {
    this.#keys.push(...(await this.home.createKeys(count)));
  }

  /** A key that nobody has used yet. */
  takeKey(): string {
    const key = this.#keys.shift();
    if (key === undefined) throw new Error('There are no keys left');
    return key;
  }

  /** A device of this site, enrolled and heard. Its owner is told after five seconds. */
  async install(chatId: number, ...args: string[]): Promise<SimDevice> {
    const device = await SimDevice.start({
      server: this.server.url,
      key: this.takeKey(),
      // Each device gets its own customer, so that each has its own chat.
      phone: `081${String(chatId).padStart(7, '0')}`,
      args,
    });
    try {
      await waitFor('device online', () => this.readDevice(device)?.link === 'online', 15_000);
      this.home.data.write(
        `INSERT INTO recipients (customer_id, channel, address, language, created_at)
         SELECT customer_id, 'telegram', ?, 'en', 0 FROM devices WHERE device_id = ?`,
        String(chatId),
        device.deviceId,
      );
      this.home.data.write(
        'UPDATE devices SET downtime_threshold_seconds = 5 WHERE device_id = ?',
        device.deviceId,
      );
      return device;
    } catch (error) {
      await device[Symbol.asyncDispose]();
      throw error;
    }
  }

  readDevice(device: SimDevice): { link: string; power: string; boot_id: string } | undefined {
    return this.home.data.read<{ link: string; power: string; boot_id: string }>(
      'SELECT link, power, boot_id FROM devices WHERE device_id = ?',
      device.deviceId,
    )[0];
  }

  outages(device: SimDevice): Outage[] {
    return this.home.data.read<Outage>(
      `SELECT cause, down_at, recover_at FROM outages JOIN devices ON devices.id = device_row
       WHERE device_id = ? ORDER BY down_at`,
      device.deviceId,
    );
  }

  /** What the device reported itself, as it happened. */
  reports(device: SimDevice): StoredEvent[] {
    return this.home.data.read<StoredEvent>(
      `SELECT events.id, event_type, occurred_at, events.boot_id, seq
       FROM events JOIN devices ON devices.id = device_row
       WHERE device_id = ? AND events.boot_id IS NOT NULL AND event_type LIKE 'POWER%'
       ORDER BY occurred_at`,
      device.deviceId,
    );
  }

  /** Waits until the device's outage matches. */
  async expectOutage(
    device: SimDevice,
    isWanted: (outage: Outage) => boolean,
    timeoutMs: number,
  ): Promise<Outage> {
    const find = () => this.outages(device).find(isWanted);
    try {
      return await waitFor(`outage with ${isWanted}`, find, timeoutMs);
    } catch (error) {
      throw new Error(`${error}. There are ${JSON.stringify(this.outages(device))}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.home[Symbol.asyncDispose]();
  }
}
