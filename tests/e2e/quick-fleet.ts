/** A server with enrolled devices, whose owners each have a chat and are told after five seconds. */
import { seedFleet } from '../../scripts/bench/lib/seed.ts';
import type { FakeTelegram } from '../fakes/telegram/fake-telegram.ts';
import { Board } from './board.ts';
import type { Home } from './harness.ts';
import type { MqttDevice } from './mqtt-device.ts';

/** Chat of the first device's owner; the others count up from it. */
export const firstChatId = 6_000_000;

/** Writes customers, chats and devices into the data directory; for before the server starts. */
export function seedBoards(home: Home, devices: number): readonly Board[] {
  const credentials = seedFleet(home.data.dir, { devices, firstChatId, now: Date.now() });
  home.data.write('UPDATE devices SET downtime_threshold_seconds = 5');
  return credentials.map((credential) => new Board(credential));
}

export interface ServedDevice {
  readonly board: Board;
  readonly chatId: number;
  readonly telegram: FakeTelegram;
  /** Of the server, without a slash at the end. */
  readonly url: string;
  readonly mqttPort: number;
}

/** One device, its owner's chat, and the server between them. */
export async function serveOneDevice(
  home: Home,
  settings: Readonly<Record<string, number>>,
): Promise<ServedDevice> {
  const telegram = await home.startTelegram({ chats: 'any' });
  const [board] = seedBoards(home, 1);
  if (board === undefined) throw new Error('One device was asked for');
  home.data.saveSettings(settings);
  const server = await home.serve({ telegram });
  return { board, chatId: firstChatId, telegram, url: server.url, mqttPort: server.mqtt ?? 0 };
}

/** A heartbeat every five seconds, as long as the connection holds. @returns the way to stop */
export function keepBeating(device: MqttDevice): () => void {
  const timer = setInterval(() => void device.beats().catch(() => {}), 5_000);
  return () => clearInterval(timer);
}
