/** A copy of the program out of which modules are taken by their READMEs: their folders, their lines in the lists, their tests. */
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Glob } from 'bun';
import { tempDir } from './temp-dir.ts';

const root = join(import.meta.dir, '..', '..');
const sides = ['src/modules', 'web/src/modules'];

/** All there are, by their folders. */
export const moduleNames = readdirSync(join(root, 'src/modules'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** @returns its folder */
export async function copyWithout(names: readonly string[]): Promise<string> {
  const copy = tempDir('faiwatch-without-modules');
  const parts = [
    'src',
    'web',
    'scripts',
    'tests',
    'drizzle',
    'release-key.pub',
    'package.json',
    'tsconfig.json',
  ];
  const pack = [
    'tar',
    '-C',
    root,
    '-c',
    '--exclude=node_modules',
    '--exclude=web/dist',
    '--exclude=tests/generated-client',
  ];
  const packed = Bun.spawn([...pack, ...parts, 'drizzle.config.ts'], { stdout: 'pipe' });
  const unpacked = Bun.spawn(['tar', '-C', copy, '-x'], { stdin: packed.stdout });
  if ((await unpacked.exited) !== 0) throw new Error('the program was not copied');
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const name of names) takeOut(copy, name);
  return copy;
}

function takeOut(copy: string, name: string): void {
  const readme = readFileSync(join(root, 'src/modules', name, 'README.md'), 'utf8');
  const [, how = ''] = /\*\*How to take it out\.\*\* (.*)/.exec(readme) ?? [];
  for (const [, named = ''] of how.matchAll(/`(tests\/[^`]+\.test\.ts)`/g)) {
    const files = [...new Glob(named).scanSync(root)];
    if (files.length === 0)
      throw new Error(`${name}: its README names ${named}, and nothing is there`);
    for (const file of files) rmSync(join(copy, file), { force: true });
  }
  for (const side of sides) {
    rmSync(join(copy, side, name), { recursive: true, force: true });
    for (const list of new Glob('*.ts').scanSync(join(copy, side))) {
      const path = join(copy, side, list);
      const line = new RegExp(`^import \\{ (\\w+) \\} from '\\./${name}/.*\\n`, 'm');
      const text = readFileSync(path, 'utf8');
      const [imported, binding = ''] = line.exec(text) ?? [];
      if (imported === undefined) continue;
      const entry = new RegExp(`(?<=\\[[^\\]]*)\\b${binding}\\b(?:,\\s*)?`);
      writeFileSync(path, text.replace(imported, '').replace(entry, '').replace(/, \]/g, ']'));
    }
  }
}

/** Files of a copy that are imported, and are not there. */
export function findMissing(copy: string): string[] {
  const missing: string[] = [];
  for (const pattern of ['{src,scripts,tests}/**/*.ts', 'web/**/*.{ts,tsx}']) {
    for (const file of new Glob(pattern).scanSync(copy)) {
      const path = join(copy, file);
      const transpiler = new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' });
      const text = readFileSync(path, 'utf8');
      // Imports of types only are dropped by the transpiler.
      const ofTypes = text.matchAll(/^(?:import|export) type [^'"]*?from '(\.[^']+)'/gm);
      const named = [
        ...transpiler.scanImports(text).map((one) => one.path),
        ...[...ofTypes].map(([, to = '']) => to),
      ];
      for (const to of named.filter((one) => one.startsWith('.'))) {
        const target = resolve(dirname(path), to);
        if (!existsSync(target)) missing.push(`${file} → ${to}`);
      }
    }
  }
  return missing.sort();
}
