import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';
import { readKeptJson, writeKeptJson } from '../disk/kept-json.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { machineSettings } from '../domain/system/console-settings.ts';

/** Settings of the installation, and of this machine. */
const consoleFile = 'console.json';

/** The installation's own files, which every node has. What belongs to one machine stays there. */
const patterns = [
  consoleFile,
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

export function isReplicated(path: string): boolean {
  const isPlain = path.split('/').every((name) => /^[\w][\w.+-]*$/.test(name));
  return isPlain && !path.endsWith('.new') && patterns.some((pattern) => pattern.match(path));
}

export function listReplicatedFiles(dataDir: string): string[] {
  const found = patterns.flatMap((pattern) => [...pattern.scanSync({ cwd: dataDir })]);
  return found.filter(isReplicated).sort();
}

/** The part of a file that other nodes are to have. */
export function readReplicatedFile(dataDir: string, path: string): Uint8Array {
  if (path !== consoleFile) return readFileSync(join(dataDir, path));
  const { shared } = apart(readKeptJson(join(dataDir, path)));
  return Buffer.from(JSON.stringify(shared));
}

/**
 * A file that this release does not share is left out: the leader may be a newer one.
 * @param content empty: the file is not there any more
 */
export function writeReplicatedFile(dataDir: string, path: string, content: Uint8Array): void {
  if (!isReplicated(path)) return;
  const target = join(dataDir, path);
  if (path === consoleFile) {
    const { own } = apart(readKeptJson(target));
    const { shared } = apart(
      content.length === 0 ? {} : JSON.parse(Buffer.from(content).toString()),
    );
    writeKeptJson(target, { ...shared, ...own });
  } else if (content.length === 0) rmSync(target, { force: true });
  else replaceFile(target, content);
}

/** Parts what belongs to this machine from what all have. */
function apart(settings: Readonly<Record<string, unknown>>) {
  const isOwn = (key: string) => machineSettings.some((one) => one === key);
  const pick = (own: boolean) =>
    Object.fromEntries(Object.entries(settings).filter(([key]) => isOwn(key) === own));
  return { own: pick(true), shared: pick(false) };
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
      // It is being written.
      if (statSync(join(this.#dataDir, path)).size === 0) continue;
      this.#seen.set(path, mark);
      void this.#ship(path, readReplicatedFile(this.#dataDir, path));
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
