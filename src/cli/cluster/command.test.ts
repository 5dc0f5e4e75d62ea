import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('a machine without a cluster does not load the client of NATS', () => {
  const script = `
    await import('./cli/cluster/command.ts');
    await import('./main.ts');
    const paths = Object.keys(require.cache);
    console.log(JSON.stringify([
      paths.some((path) => path.endsWith('cli/cluster/command.ts')),
      paths.filter((path) => path.includes('@nats-io')),
    ]));
  `;
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script], {
    cwd: join(import.meta.dir, '../..'),
  });
  expect(JSON.parse(stdout.toString())).toEqual([true, []]);
});
