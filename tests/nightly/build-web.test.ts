/** A second build of the pages: a release can be made again from its sources, byte by byte. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtPages } from '../support/built-pages.ts';
import { tempDir } from '../support/temp-dir.ts';

const script = join(import.meta.dir, '../../scripts/build-web.ts');

/** @returns the content of each file by its path below `folder` */
function readAll(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
  );
}

test('the same source gives the same bytes', async () => {
  const first = readAll(await builtPages());
  const outDir = join(tempDir('pages-again'), 'dist');
  const run = Bun.spawn([process.execPath, script, '--out', outDir], { stdout: 'ignore' });
  expect(await run.exited).toBe(0);
  const again = readAll(outDir);
  expect([...again.keys()]).toEqual([...first.keys()]);
  for (const [path, content] of first) expect(again.get(path)?.equals(content), path).toBe(true);
}, 300_000);
