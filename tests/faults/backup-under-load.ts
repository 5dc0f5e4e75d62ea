/** Copies made with the command while 2,000 reports a second are stored, each restored and compared. */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { databasePath } from '../../src/installation/paths.ts';
import type { Board } from '../e2e/board.ts';
import { waitFor } from '../e2e/wait-for.ts';
import { runFault } from './lib/fault.ts';
import { seedSites } from './lib/fleet.ts';
import { seconds } from './lib/server-health.ts';
import { startLoad, unlimitedDevices } from './lib/steady-load.ts';

const perSecond = 2_000;
const rounds = 4;

await runFault('Restore from a backup taken under 2,000 writes a second', async (fault, home) => {
  const boards = seedSites(home, 40);
  const server = await home.serve({ env: unlimitedDevices });
  const load = startLoad(server.url, boards, perSecond);
  home.defer(() => load.stop());
  const startedAt = performance.now();
  await waitFor('load', () => load.total() > 2 * perSecond, 20_000);

  for (let round = 1; round <= rounds; round += 1) {
    const acknowledged = load.acknowledged();
    const before = load.total();
    load.takeLongestMs();
    const beganAt = performance.now();
    const file = join(home.dir, `round-${round}.db.zst`);
    await home.runForJson('backup', 'create', file);
    const tookMs = performance.now() - beganAt;
    const meanwhile = load.total() - before;
    const target = join(home.dir, `restored-${round}`);
    await home.runForJson('backup', 'restore', file, '--data', target);
    const { stored, missing } = compare(databasePath(target), acknowledged);
    fault.expect(
      `round ${round}: nothing acknowledged before it began is lost`,
      missing === 0 && meanwhile > 0,
      `${before} acknowledged before, ${stored} restored, ${missing} missing; ` +
        `${meanwhile} more acknowledged in the ${seconds(tookMs)} it took, slowest answer ${Math.round(load.takeLongestMs())} ms`,
    );
    await Bun.sleep(1_000);
  }
  const rate = load.total() / ((performance.now() - startedAt) / 1000);
  fault.expect(
    'the load was what it should be',
    rate > 0.9 * perSecond,
    `${Math.round(rate)} writes a second`,
  );

  await load.stop();
  await server.kill();
  const { missing } = compare(databasePath(home.data.dir), load.acknowledged());
  fault.expect(
    'nothing acknowledged is lost by kill -9 either',
    missing === 0,
    `${load.total()} acknowledged, ${missing} missing`,
  );
});

/** How many of the acknowledged reports a database has. */
function compare(
  path: string,
  acknowledged: ReadonlyMap<Board, number>,
): { readonly stored: number; readonly missing: number } {
  const database = new Database(path);
  const count = database.query<{ n: number }, [string, string, number]>(
    `SELECT count(*) AS n FROM events e JOIN devices d ON d.id = e.device_row
    WHERE d.device_id = ? AND e.boot_id = ? AND e.seq < ?`,
  );
  let stored = 0;
  let missing = 0;
  for (const [{ id, bootId }, next] of acknowledged) {
    const found = count.get(id, bootId, next)?.n ?? 0;
    stored += found;
    missing += next - found;
  }
  database.close();
  return { stored, missing };
}
