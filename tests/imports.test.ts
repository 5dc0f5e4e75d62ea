import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { Glob } from 'bun';
import { modules } from '../src/modules/index.ts';

const root = join(import.meta.dir, '..');

/**
 * Who may import whom; docs/architecture.md explains it. A part is a folder of src/, or `web`;
 * everything not listed is a package or a file directly in src/.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  disk: [],
  contract: ['domain'],
  store: ['domain', 'disk', 'outbound'],
  outbound: ['domain'],
  cluster: ['contract', 'domain', 'disk'],
  actions: ['domain', 'store', 'outbound'],
  notify: ['domain', 'store', 'outbound'],
  http: ['actions', 'notify', 'contract', 'domain', 'store', 'outbound'],
  mqtt: ['actions', 'notify', 'contract', 'domain', 'store', 'outbound'],
  bot: ['actions', 'notify', 'contract', 'domain', 'store', 'outbound'],
  installation: ['actions', 'contract', 'domain', 'store', 'disk'],
  server: ['actions', 'notify', 'domain', 'store', 'installation', 'disk', 'outbound'],
  // Each module by itself; `modules do not know each other` looks inside.
  modules: [
    'actions',
    'notify',
    'outbound',
    'http',
    'mqtt',
    'bot',
    'contract',
    'domain',
    'store',
    'installation',
  ],
  main: [
    'modules',
    'cluster',
    'outbound',
    'actions',
    'notify',
    'contract',
    'domain',
    'store',
    'installation',
    'server',
    'http',
    'mqtt',
    'bot',
  ],
  src: ['cluster', 'domain', 'installation', 'server', 'main'],
  cli: [
    'modules',
    'cluster',
    'outbound',
    'actions',
    'notify',
    'contract',
    'domain',
    'store',
    'installation',
    'server',
    'src',
    'disk',
  ],
  web: ['contract', 'domain', 'modules'],
};

/** Packages a part may use where that is part of the rule. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: ['zod'],
};

/** Values that are stored, signed or answered, an actor's, and the file of streets: some are called as a module is. */
const closedLists = [
  'src/actions/people/tickets.ts',
  'src/cli/doctor/check-map.ts',
  'src/contract/people/privacy.ts',
  'web/src/lib/console/name-actor.ts',
];

/** A module's name that is a word of the broker, the bot, the outbox and half of all tables, too. */
const everydayWord = 'status';
/** How a file would ask for it. */
const asksForIt = new RegExp(`(?:includes|has|requireExtra)\\('${everydayWord}'\\)`);

interface Import {
  readonly file: string;
  readonly part: string;
  readonly target: string;
  /** It is loaded before the file runs, in which no value of a file that waits for it is there yet. */
  readonly isEarly: boolean;
}

function partOf(path: string): string {
  const [top, second] = path.split('/');
  if (top === 'web') return 'web';
  if (top === 'src') return second?.includes('.') ? 'src' : (second ?? 'src');
  return top ?? '';
}

/** `reliability` of both `src/modules/reliability` and `web/src/modules/reliability`. */
function moduleOf(path: string): string | undefined {
  return /^(?:web\/)?src\/modules\/(\w+)\//.exec(path)?.[1];
}

/** The files that list the modules: the server's, and one for each of the documents that have pages of theirs. */
function isListOf(file: string, target: string): boolean {
  return (
    /^(?:web\/)?src\/modules\/[\w-]+\.ts$/.test(file) && dirname(file) === dirname(dirname(target))
  );
}

function readImports(): Import[] {
  const found: Import[] = [];
  for (const pattern of ['src/**/*.ts', 'web/src/**/*.{ts,tsx}']) {
    for (const file of new Glob(pattern).scanSync(root)) {
      if (/\.test\.tsx?$/.test(file) || file.includes('/testing/')) continue;
      const loader = file.endsWith('.tsx') ? 'tsx' : 'ts';
      const text = readFileSync(join(root, file), 'utf8');
      // Type-only imports count, too: a type drags its file along in the reader's head.
      const specifiers = [
        ...text.matchAll(/^(?:import|export)[^'"]*?from\s+['"]([^'"]+)['"]/gm),
      ].map((match) => match[1] ?? '');
      const early = new Set<string>();
      for (const { path, kind } of new Bun.Transpiler({ loader }).scanImports(text)) {
        specifiers.push(path);
        if (kind === 'import-statement') early.add(path);
      }
      for (const specifier of new Set(specifiers)) {
        const target = specifier.startsWith('.')
          ? relative(root, normalize(join(root, dirname(file), specifier)))
          : specifier;
        found.push({ file, part: partOf(file), target, isEarly: early.has(specifier) });
      }
    }
  }
  return found;
}

const imports = readImports();
const isLocal = ({ target }: Import) => target.startsWith('src/') || target.startsWith('web/');

/** Whether a file is imported by another, over whatever others. */
function makeReaches(some: readonly Import[]) {
  const wanted = Map.groupBy(some, ({ file }) => file);
  return function reaches(from: string, to: string, seen = new Set<string>()): boolean {
    return (wanted.get(from) ?? []).some(({ target }) => {
      if (target === to) return true;
      if (seen.has(target)) return false;
      seen.add(target);
      return reaches(target, to, seen);
    });
  };
}

describe('the layers', () => {
  test('are found in the source', () => {
    expect(imports.length).toBeGreaterThan(100);
    for (const part of ['domain', 'store', 'actions', 'http']) {
      expect(imports.some((entry) => entry.part === part)).toBe(true);
    }
  });

  test.each(Object.entries(allowed))('%s imports only what it may', (part, targets) => {
    const wrong = imports
      .filter((entry) => entry.part === part && isLocal(entry))
      .filter(({ target }) => {
        const other = partOf(target);
        return other !== part && !targets.includes(other);
      })
      .map(({ file, target }) => `${file} → ${target}`);
    expect(wrong).toEqual([]);
  });

  test.each(Object.entries(allowedPackages))('%s uses no package it may not', (part, packages) => {
    const wrong = imports
      .filter((entry) => entry.part === part && !isLocal(entry))
      .filter(({ target }) => !packages.includes(target))
      .map(({ file, target }) => `${file} → ${target}`);
    expect(wrong).toEqual([]);
  });

  test('only the list names a module', () => {
    const wrong = imports
      .filter(({ target }) => /^(?:web\/)?src\/modules\/\w+\//.test(target))
      .filter(({ file, target }) => !isListOf(file, target) && moduleOf(file) !== moduleOf(target))
      .map(({ file, target }) => `${file} → ${target}`);
    expect(wrong).toEqual([]);
    const names = modules
      .map(({ name }) => name)
      .filter((name) => name !== everydayWord)
      .map((name) => `'${name}'`);
    const naming = [...new Set(imports.map(({ file }) => file))].filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return !/\/modules\/\w+\//.test(file) && names.some((name) => text.includes(name));
    });
    expect(naming.sort()).toEqual(closedLists);
    const asking = [...new Set(imports.map(({ file }) => file))].filter((file) =>
      asksForIt.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(asking).toEqual([]);
  });

  test('pages take of a module only what is pure', () => {
    const pure = ['contract', 'domain'];
    const taken = new Set(
      imports
        .filter(({ part, target }) => part === 'web' && partOf(target) === 'modules')
        .map(({ target }) => target),
    );
    for (const file of taken) {
      for (const { target } of imports.filter((one) => one.file === file && isLocal(one))) {
        if (partOf(target) === 'modules') taken.add(target);
        else
          expect({ file, isPure: pure.includes(partOf(target)) }).toEqual({ file, isPure: true });
      }
    }
  });

  test('no two subjects need each other', () => {
    const subjectOf = (path: string) =>
      dirname(path)
        .split('/')
        .slice(0, path.startsWith('web/') ? 4 : 3)
        .join('/');
    const reaches = makeReaches(imports.filter(isLocal));
    const circles = imports
      .filter(isLocal)
      .filter(({ file, target }) => subjectOf(file) !== subjectOf(target) && reaches(target, file))
      .map(({ file, target }) => `${file} → ${target}`);
    expect(circles).toEqual([]);
  });

  test('no file needs a value of a file that needs one of its own', () => {
    const early = imports.filter((entry) => isLocal(entry) && entry.isEarly);
    const reaches = makeReaches(early);
    const circles = early
      .filter(({ file, target }) => reaches(target, file))
      .map(({ file, target }) => `${file} → ${target}`);
    expect(circles).toEqual([]);
  });

  test('what was written is followed in one place', () => {
    const pokes = [...new Glob('src/actions/**/*.ts').scanSync(root)]
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) => /refreshFleet\(|wakeOutbox\(/.test(readFileSync(join(root, file), 'utf8')));
    expect(pokes.sort()).toEqual([
      'src/actions/engine/follow-up.ts',
      'src/actions/fleet/load-fleet.ts',
    ]);
  });

  test('every file that is imported is there', () => {
    const missing = imports
      .filter(isLocal)
      .filter(({ target }) => !existsSync(join(root, target)))
      .map(({ file, target }) => `${file} → ${target}`);
    expect(missing).toEqual([]);
  });
});
