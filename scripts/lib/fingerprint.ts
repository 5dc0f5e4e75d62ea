import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from './paths.ts';

/** Sources and tools of the executable and its pages. */
const sources = [
  ...['src', 'web', 'drizzle', 'scripts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'release-key.pub'],
];

/** One line that identifies a build's inputs: the same line means the same build. */
export function fingerprintSources(): string {
  const hasher = new Bun.CryptoHasher('sha256');
  hasher.update(Bun.version);
  for (const source of sources) addAll(hasher, source, isSource);
  return hasher.digest('hex');
}

/** Says in one line what lies in a folder of the repository. */
export function fingerprintFolder(folder: string): string {
  const hasher = new Bun.CryptoHasher('sha256');
  addAll(hasher, folder, () => true);
  return hasher.digest('hex');
}

function isSource(path: string): boolean {
  return !path.startsWith('web/dist') && !/\.test\.tsx?$/.test(path);
}

function addAll(hasher: Bun.CryptoHasher, path: string, isWanted: (path: string) => boolean): void {
  if (!isWanted(path)) return;
  const full = join(repositoryDir, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(full).sort()) addAll(hasher, join(path, name), isWanted);
    return;
  }
  hasher.update(`\n${path} ${stats.size}\n`);
  hasher.update(readFileSync(full));
}
