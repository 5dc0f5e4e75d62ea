/** The data directory lies on a small disk of its own, which somebody else fills to the last byte. */
import { appendFileSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../e2e/harness.ts';
import { runFault } from './lib/fault.ts';
import { openWorld, playEnd, playRecovery, playWhileRefused } from './lib/refused-writes.ts';
import { requireProgram, requireRoot } from './lib/run-program.ts';

await runFault('Full disk', async (fault, home) => {
  requireRoot();
  const { dir } = home.data;
  mkdirSync(dir, { recursive: true });
  await requireProgram(
    'a tmpfs could not be mounted',
    ...['mount', '-t', 'tmpfs', '-o', 'size=16m', 'faiwatch-full-disk', dir],
  );
  home.defer(() => runProgram(['umount', dir]));
  const world = await openWorld(home);
  const filler = join(dir, 'filler');
  const free = () => statfsSync(dir).bavail * statfsSync(dir).bsize;

  await playWhileRefused(fault, world, () => fillDisk(filler));
  fault.expect('the fault took place', free() === 0, `${free()} bytes free of 16 MB`);
  await playRecovery(fault, world, () => rmSync(filler));
  await playEnd(fault, home, world);
});

/** The pieces get smaller until the disk takes not one byte more. */
function fillDisk(path: string): void {
  for (const bytes of [1_048_576, 4_096, 1]) {
    const piece = Buffer.alloc(bytes);
    try {
      for (;;) appendFileSync(path, piece);
    } catch {
      // The disk is full for pieces of this size.
    }
  }
}
