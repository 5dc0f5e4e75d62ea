/**
 * The data directory becomes read-only. First every write is refused with EROFS and taken again later;
 * a kernel lets nobody remount a file system that a program writes to, so this is played to the server
 * by a library. Then the kernel itself does it, as it does with a worn-out SD card: an ext4 whose error
 * handling is errors=remount-ro meets an error. That one takes writes again only once it is mounted
 * anew, for which the service has to be stopped.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findLastingPort, type Home, installBinary, runProgram } from '../e2e/harness.ts';
import { type Fault, runFault, Skipped } from './lib/fault.ts';
import {
  awaitLosses,
  awaitReturns,
  drain,
  expectStored,
  expectToldOnce,
  regainMains,
} from './lib/fleet.ts';
import { makeFaultyDisk } from './lib/preload.ts';
import { openWorld, playEnd, playRecovery, playWhileRefused } from './lib/refused-writes.ts';
import { requireProgram, requireRoot } from './lib/run-program.ts';

await runFault('Read-only disk', async (fault, home) => {
  await playRefusedWrites(fault, home);
  await using second = await installBinary();
  try {
    await playErrorOfExt4(fault, second);
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    fault.note('the kernel’s own remount is skipped', error.message);
  }
});

async function playRefusedWrites(fault: Fault, home: Home): Promise<void> {
  mkdirSync(home.data.dir, { recursive: true });
  const disk = await makeFaultyDisk(home.dir, home.data.dir);
  const world = await openWorld(home, { env: disk.env });
  fault.note('now failing with EROFS', 'write and open');
  await playWhileRefused(fault, world, () => disk.fail({ write: 'EROFS', open: 'EROFS' }));
  fault.expect('the fault took place', disk.failures() > 0, `${disk.failures()} calls failed`);
  await playRecovery(fault, world, () => disk.fail({}));
  await playEnd(fault, home, world);
}

async function playErrorOfExt4(fault: Fault, home: Home): Promise<void> {
  requireRoot();
  const image = join(home.dir, 'card.img');
  const { dir } = home.data;
  mkdirSync(dir, { recursive: true });
  writeFileSync(image, Buffer.alloc(32 * 1_048_576));
  await requireProgram('no ext4 could be made', 'mkfs.ext4', '-q', image);
  const mount = ['mount', '-o', 'loop,errors=remount-ro', image, dir];
  await requireProgram('a loop device could not be mounted', ...mount);
  home.defer(() => runProgram(['umount', dir]));
  const source = await requireProgram('no mount', 'findmnt', '-no', 'SOURCE', dir);
  const trigger = `/sys/fs/ext4/${basename(source.trim())}/trigger_fs_error`;
  if (!existsSync(trigger)) throw new Skipped('this kernel cannot be told to find an ext4 error');

  const args = [
    '--port',
    String(await findLastingPort()),
    '--mqtt-port',
    `${await findLastingPort()}`,
  ];
  const world = await openWorld(home, { args });
  const { server, telegram, sites } = world;
  fault.note('now', 'the kernel makes the ext4 read-only after an error');
  await playWhileRefused(fault, world, () => writeFileSync(trigger, 'worn out'));

  const toldMeanwhile = new Set(telegram.sent.map(({ chatId }) => chatId));
  const code = await server.stop();
  fault.expect('the service stops when told to', code === 0, `exit code ${code}`);
  await requireProgram('the card could not be taken out', 'umount', dir);
  const check = await runProgram(['e2fsck', '-fy', image]);
  fault.note('e2fsck', check.code <= 1 ? 'whole, or mended' : check.stdout);
  await requireProgram('the card could not be mounted anew', ...mount);
  const again = await home.serve({ telegram, args });
  const drainedMs = await drain(sites);
  fault.note(
    'mounted anew and started again',
    `all reports taken after ${Math.round(drainedMs)} ms`,
  );
  const lost = sites.filter(({ losses }) => losses > 0);
  await awaitLosses(telegram, lost);
  await regainMains(sites);
  await drain(sites);
  await awaitReturns(telegram, lost);
  await Bun.sleep(3_000);
  const repeated = telegram.sent.length - sites.reduce((sum, s) => sum + s.losses + s.returns, 0);
  fault.note(
    'alerts told once more',
    `${repeated} of ${toldMeanwhile.size} told while it was read-only`,
  );
  // That they were told could be written down nowhere; see docs/reliability.md.
  for (const site of sites) if (toldMeanwhile.has(site.chatId)) site.losses += 1;
  expectToldOnce(fault, telegram, sites, 'every outage is told, those told meanwhile once more');
  await again.kill();
  expectStored(fault, home, sites);
}
