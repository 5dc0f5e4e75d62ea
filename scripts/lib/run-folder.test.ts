import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { makeRunFolder } from './run-folder.ts';

test('a run removes what killed runs have left, and nothing of one that goes on', async () => {
  const parent = tempDir('runs');
  const killed = Bun.spawn(['true']);
  await killed.exited;
  const goesOn = makeRunFolder(parent);
  const left = join(parent, basename(goesOn).replace(`${process.pid}`, `${killed.pid}`));
  mkdirSync(left);
  writeFileSync(join(left, 'faiwatch'), 'an executable');
  mkdirSync(join(parent, 'somebody-else'));
  const own = makeRunFolder(parent);
  expect(readdirSync(parent).sort()).toEqual(
    [basename(goesOn), basename(own), 'somebody-else'].sort(),
  );
});
