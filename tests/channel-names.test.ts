/** Where a channel is named: in its folder, and in the files that docs/architecture.md lists. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** As a value, as the key of a list, or by an import from its folder. */
const namesIt = /['"`]call['"`]|^\s+(call: ['"`{a-z]|get call\(\))|\/channels\/call\//m;

function listed(): string[] {
  const [, section = ''] = read('docs/architecture.md').split('### Adding a channel\n');
  const rows = (section.split('\n## ')[0] ?? '').match(/^\| `[^|]*/gm) ?? [];
  return rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path));
}

function naming(): string[] {
  return ['src/**/*.ts', 'web/src/**/*.{ts,tsx}']
    .flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
    .filter((file) => !/\.test\.tsx?$|\/testing\/|^src\/notify\/channels\/call\//.test(file))
    .filter((file) => namesIt.test(read(file)));
}

test('only the lists that the architecture names spell the channel of phone calls', () => {
  expect(naming().toSorted()).toEqual(listed().toSorted());
});
