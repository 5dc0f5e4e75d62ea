import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('the service loads no other command', () => {
  const script = `
    const { makeProgram } = await import('./program.ts');
    const commands = (program) => program.commands.map((one) => one.name());
    const served = commands(await makeProgram({ isServing: true }));
    const loaded = Object.keys(require.cache).filter((path) => path.includes('/cli/simulate/'));
    console.log(JSON.stringify({ served, loaded, all: commands(await makeProgram()).length }));
  `;
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script], {
    cwd: join(import.meta.dir),
  });
  expect(JSON.parse(stdout.toString())).toEqual({ served: ['serve'], loaded: [], all: 12 });
});
