import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('the service loads no other command, and no command the service', () => {
  const script = `
    const { makeProgram } = await import('./program.ts');
    const commands = (program) => program.commands.map((one) => one.name());
    const served = commands(await makeProgram({ isServing: true }));
    const loaded = (part) => Object.keys(require.cache).filter((path) => path.includes(part));
    const others = loaded('/cli/simulate/');
    const all = commands(await makeProgram()).length;
    console.log(JSON.stringify({ served, others, all, service: loaded('/src/main') }));
  `;
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script], {
    cwd: join(import.meta.dir),
  });
  expect(JSON.parse(stdout.toString())).toEqual({
    ...{ served: ['serve'], others: [], all: 12, service: [] },
  });
});
