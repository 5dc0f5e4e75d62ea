/** Enrolled devices, whose owners each have a chat and are told after five seconds. */
import { seedFleet } from '../../scripts/bench/lib/seed.ts';
import { Board } from './board.ts';
import type { Home } from './harness.ts';

/** Chat of the first device's owner; the others count up from it. */
export const firstChatId = 6_000_000;

/** Writes customers, chats and devices into the data directory; for before the server starts. */
export function seedBoards(home: Home, devices: number): readonly Board[] {
  const credentials = seedFleet(home.data.dir, { devices, firstChatId, now: Date.now() });
  home.data.write('UPDATE devices SET downtime_threshold_seconds = 5');
  return credentials.map((credential) => new Board(credential));
}
