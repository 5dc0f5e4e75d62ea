/** Syncing and writing fail with EIO, as on an SD card at its end: first the one, then the other, then both. */
import { mkdirSync } from 'node:fs';
import { runFault } from './lib/fault.ts';
import { makeFaultyDisk } from './lib/preload.ts';
import { openWorld, playEnd, playRecovery, playWhileRefused } from './lib/refused-writes.ts';

await runFault('Failing disk: EIO on fsync, then on write', async (fault, home) => {
  mkdirSync(home.data.dir, { recursive: true });
  const disk = await makeFaultyDisk(home.dir, home.data.dir);
  const world = await openWorld(home, { env: disk.env });
  for (const how of [{ sync: 'EIO' }, { write: 'EIO', sync: 'EIO' }] as const) {
    fault.note('now failing with EIO', Object.keys(how).join(' and '));
    const before = disk.failures();
    await playWhileRefused(fault, world, () => disk.fail(how));
    const failures = disk.failures() - before;
    fault.expect('the fault took place', failures > 0, `${failures} calls failed`);
    await playRecovery(fault, world, () => disk.fail({}));
  }
  await playEnd(fault, home, world);
});
