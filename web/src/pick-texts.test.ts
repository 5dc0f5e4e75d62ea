import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import en from './locales/en.json';
import th from './locales/th.json';
import { pickTexts } from './pick-texts.ts';

/** `{ a: { b: 'x' } }` → `a.b`; the forms of a plural are one key. */
function keysOf(tree: object, prefix = ''): string[] {
  const keys = Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' ? keysOf(value, `${prefix}${name}.`) : [prefix + name],
  );
  return [...new Set(keys.map((key) => key.replace(/_(one|other)$/, '')))];
}

interface PageTexts {
  readonly entry: string;
  readonly without?: readonly string[];
  readonly textsOf: readonly Parameters<typeof pickTexts>[1][];
  readonly leastUsed: number;
}

const pages: readonly PageTexts[] = [
  { entry: 'landing.tsx', textsOf: ['landing'], leastUsed: 80 },
  // What is below power now comes later, with texts of its own.
  {
    entry: 'portal-app.tsx',
    without: [
      ...['*/configure-page.tsx', '*/portal-rest.tsx', '*/portal-more-pages.tsx'],
      ...['*/portal-parts.ts', '*/portal-card.ts', '*/account-section.ts', '*/save-report.ts'],
    ],
    textsOf: ['portal'],
    leastUsed: 150,
  },
  { entry: 'routes/portal-rest.tsx', textsOf: ['portal', 'portalMore'], leastUsed: 250 },
  ...[
    ...new Glob('modules/*/{portal-parts,portal-card,account-section}.ts').scanSync(
      import.meta.dir,
    ),
  ].map((entry) => ({ entry, textsOf: ['portal', 'portalMore'] as const, leastUsed: 0 })),
  { entry: 'portal-log-in.tsx', without: ['*/portal-app.tsx'], textsOf: ['logIn'], leastUsed: 20 },
  {
    entry: 'routes/configure-page.tsx',
    textsOf: ['portal', 'portalMore', 'configure'],
    leastUsed: 150,
  },
  {
    entry: 'main.tsx',
    without: [
      ...['*/console-more-pages.tsx', '*/console-log-in.tsx', '*/privacy-page.tsx'],
      ...['*/console-page.ts', '*/log-in-page.ts'],
    ],
    textsOf: ['console'],
    leastUsed: 200,
  },
  {
    entry: 'routes/console-more-pages.tsx',
    textsOf: ['console', 'consoleMore'],
    leastUsed: 1000,
  },
  ...[...new Glob('modules/*/console-page.ts').scanSync(import.meta.dir)].map((entry) => ({
    entry,
    textsOf: ['console', 'consoleMore'] as const,
    leastUsed: 0,
  })),
  { entry: 'routes/console-log-in.tsx', textsOf: ['console', 'consoleLogIn'], leastUsed: 100 },
  ...[...new Glob('modules/*/log-in-page.ts').scanSync(import.meta.dir)].map((entry) => ({
    entry,
    textsOf: ['console', 'consoleLogIn'] as const,
    leastUsed: 100,
  })),
  { entry: 'routes/privacy-page.tsx', textsOf: ['console', 'privacy'], leastUsed: 100 },
  { entry: 'firmware-flash.tsx', textsOf: ['flashing'], leastUsed: 200 },
];

/** The texts of locale files that the scripts of a page, lazy ones too, name. */
async function findUsedKeys(entry: string, without: readonly string[]): Promise<string[]> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, entry)],
    target: 'browser',
    splitting: true,
    external: [...without],
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

test.each(pages)(
  '$entry comes with every text its scripts name, and with no group it does not need',
  async ({ entry, textsOf, leastUsed, without = [] }) => {
    const used = await findUsedKeys(entry, without);
    expect(used.length).toBeGreaterThan(leastUsed);
    const pickAll = (language: 'th' | 'en') =>
      textsOf.flatMap((texts) => keysOf(pickTexts(language, texts)));
    const picked = pickAll('th');
    expect(used.filter((key) => !picked.includes(key))).toEqual([]);
    const groupOf = (key: string) =>
      key
        .split('.')
        .slice(0, key.startsWith('ui.') && entry === 'landing.tsx' ? 2 : 1)
        .join('.');
    const usedGroups = new Set([...used, 'page.title'].map(groupOf));
    if (!/^(?:routes|modules)\//.test(entry)) {
      expect(picked.map(groupOf).filter((group) => !usedGroups.has(group))).toEqual([]);
    }
    expect(pickAll('en').sort()).toEqual(picked.sort());
  },
  60_000,
);

test('picked texts are those of the locale files', () => {
  expect(pickTexts('th', 'landing').hero).toEqual(th.hero);
  expect(pickTexts('en', 'landing').hero).toEqual(en.hero);
});
