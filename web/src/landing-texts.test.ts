import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { pickTexts } from './landing-texts.ts';
import en from './locales/en.json';
import th from './locales/th.json';

/** `{ a: { b: 'x' } }` → `a.b`; the forms of a plural are one key. */
function keysOf(tree: object, prefix = ''): string[] {
  const keys = Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' ? keysOf(value, `${prefix}${name}.`) : [prefix + name],
  );
  return [...new Set(keys.map((key) => key.replace(/_(one|other)$/, '')))];
}

/** The texts of locale files that the scripts of the front page, lazy ones too, name. */
async function findUsedKeys(): Promise<string[]> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, 'landing.tsx')],
    target: 'browser',
    splitting: true,
    metafile: true,
  });
  const paths = Object.keys(built.metafile?.inputs ?? {}).filter((path) =>
    /web\/src\/.*\.tsx?$/.test(path),
  );
  const sources = await Promise.all(
    paths.map((path) => Bun.file(join(process.cwd(), path)).text()),
  );
  const named = new Set(sources.flatMap((source) => source.match(/(?<=')[\w.]+(?=')/g) ?? []));
  return keysOf(th).filter((key) => named.has(key));
}

test('the front page comes with every text its scripts name, and with no group it does not need', async () => {
  const used = await findUsedKeys();
  expect(used.length).toBeGreaterThan(80);
  const picked = keysOf(pickTexts('th'));
  expect(used.filter((key) => !picked.includes(key))).toEqual([]);
  const groupOf = (key: string) =>
    key
      .split('.')
      .slice(0, key.startsWith('ui.') ? 2 : 1)
      .join('.');
  const usedGroups = new Set([...used, 'page.title'].map(groupOf));
  expect(picked.map(groupOf).filter((group) => !usedGroups.has(group))).toEqual([]);
  expect(keysOf(pickTexts('en')).sort()).toEqual(picked.sort());
});

test('what is picked is what the locale files say', () => {
  expect(pickTexts('th').hero).toEqual(th.hero);
  expect(pickTexts('en').hero).toEqual(en.hero);
});
