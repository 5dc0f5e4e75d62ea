import { expect, test } from 'bun:test';
import { countLines, findNeedlessExports, isProduction, readSources } from './sources.ts';

const source = (path: string, text: string) => ({ path, text });

test('an export that nobody else mentions is needless, a mentioned one is not', () => {
  const made = source(
    'src/a/made.ts',
    'export const used = 1;\nexport interface Own {}\nexport async function* walked() {}\nexport { one as other };\n',
  );
  const user = source('src/b/user.ts', "import { used } from '../a/made.ts';\nconst Own = 1;\n");
  const late = source(
    'web/src/late.ts',
    "const { walked } = await import('../../src/a/made.ts');\n",
  );
  expect(findNeedlessExports([made, user])).toEqual([
    'src/a/made.ts: walked',
    'src/a/made.ts: other',
  ]);
  const elsewhere = { ...user, text: user.text.replace('const Own = 1;', '') };
  expect(findNeedlessExports([made, elsewhere, late])).toEqual([
    'src/a/made.ts: Own',
    'src/a/made.ts: other',
  ]);
});

test('tests and their helpers are no production files', () => {
  const paths = [
    'src/a.ts',
    'src/a.test.ts',
    'src/mqtt/testing/raw.ts',
    'web/src/b.tsx',
    'scripts/c.ts',
  ];
  expect(paths.filter((path) => isProduction(source(path, '')))).toEqual([
    'src/a.ts',
    'web/src/b.tsx',
  ]);
  expect(countLines(source('src/a.ts', 'one\ntwo\n'))).toBe(2);
});

test('the server exports nothing that only its own file uses', () => {
  const needless = findNeedlessExports(readSources('src', 'web', 'scripts', 'tests'));
  expect(needless.filter((one) => one.startsWith('src/'))).toEqual([]);
});
