import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';
import { replaceFile } from '../disk/replace-file.ts';

/** The installation's own files, which every node has. What belongs to one machine stays there. */
const patterns = [
  'jwt-secret',
  'limits-secret',
  'push-secret',
  'metrics-token',
  'channels.json',
  'acme.json',
  'cluster-secret',
  'firmware/**/*',
].map((pattern) => new Glob(pattern));

/** Files up to this size go into the log anew with each leader; images only when they change. */
const smallBytes = 65_536;

function isReplicated(path: string): boolean {
  const isPlain = path.split('/').every((name) => /^[\w][\w.+-]*$/.test(name));
  return isPlain && !path.endsWith('.new') && patterns.some((pattern) => pattern.match(path));
}

export function listReplicatedFiles(dataDir: string): string[] {
  const found = patterns.flatMap((pattern) => [...pattern.scanSync({ cwd: dataDir })]);
  return found.filter(isReplicated).sort();
}

/**
 * @param content empty: the file is not there any more
 * @throws Error: this file is none of the installation's
 */
export function writeReplicatedFile(dataDir: string, path: string, content: Uint8Array): void {
  if (!isReplicated(path)) throw new Error(`${path} is not a file that nodes share`);
  const target = join(dataDir, path);
  if (content.length === 0) rmSync(target, { force: true });
  else replaceFile(target, content);
}

/** Notices files that came, changed or went. */
export class FilesWatch {
  readonly #dataDir: string;
  readonly #ship: (path: string, content: Uint8Array) => Promise<void>;
  readonly #seen = new Map<string, string>();

  constructor(dataDir: string, ship: (path: string, content: Uint8Array) => Promise<void>) {
    this.#dataDir = dataDir;
    this.#ship = ship;
    for (const path of listReplicatedFiles(dataDir)) {
      const { size } = statSync(join(dataDir, path));
      if (size > smallBytes) this.#seen.set(path, this.#markOf(path));
    }
  }

  look(): void {
    const paths = listReplicatedFiles(this.#dataDir);
    for (const path of paths) {
      const mark = this.#markOf(path);
      if (this.#seen.get(path) === mark) continue;
      const content = readFileSync(join(this.#dataDir, path));
      // An empty file is one that is being written.
      if (content.length === 0) continue;
      this.#seen.set(path, mark);
      void this.#ship(path, content);
    }
    for (const path of this.#seen.keys()) {
      if (existsSync(join(this.#dataDir, path))) continue;
      this.#seen.delete(path);
      void this.#ship(path, new Uint8Array(0));
    }
  }

  #markOf(path: string): string {
    const { size, mtimeMs, ino } = statSync(join(this.#dataDir, path));
    return `${size} ${mtimeMs} ${ino}`;
  }
}
