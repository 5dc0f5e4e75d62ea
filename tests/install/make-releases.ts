/**
 * Lays out releases for the installation test, each in a folder as it lies on the web:
 *
 *   bun make-releases.ts FOLDER
 *
 * good: the source as it is; damaged: with another byte; forged: signed by somebody else. older: one of
 * before. next: a later release; broken: a still later one that changes the database and then does not
 * start, and the same damaged and forged. Signed with FOLDER/key.sec, without a password, whose other half
 * is built into each of them, and into FOLDER/install.sh.
 */
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { $ } from 'bun';
import { repositoryDir } from '../../scripts/lib/paths.ts';
import { describeRelease, putReleaseKey } from '../../scripts/lib/release-folder.ts';
import { readPublicKey } from '../../src/cli/update/minisign.ts';

const [folder = ''] = process.argv.slice(2);
const targets = process.arch === 'arm64' ? ['linux-arm64'] : ['linux-x64', 'linux-x64-baseline'];

mkdirSync(folder, { recursive: true });
for (const key of ['key', 'other']) {
  await $`minisign -G -W -f -p ${folder}/${key}.pub -s ${folder}/${key}.sec`.quiet();
}
const publicKey = readPublicKey(readFileSync(join(folder, 'key.pub'), 'utf8')) ?? '';
const installer = readFileSync(join(repositoryDir, 'install.sh'), 'utf8');
writeFileSync(join(folder, 'install.sh'), putReleaseKey(installer, publicKey));

const { version } = await import('../../package.json');
const good = await build(version);
await layOut('good', good, version);
await layOut('forged', good, version, { key: 'other' });
await layOut('damaged', good, version, { isDamaged: true });
await layOut('older', join(repositoryDir, 'package.json'), '0.0.1');

const next = await build('9.8.0');
await layOut('next', next, '9.8.0');
const broken = await build('9.9.0', {
  entry: 'tests/install/broken-release.ts',
  prepare: addMigration,
});
await layOut('broken', broken, '9.9.0');
await layOut('broken-forged', broken, '9.9.0', { key: 'other' });
await layOut('broken-damaged', broken, '9.9.0', { isDamaged: true });
for (const made of [good, next, broken]) rmSync(join(made, '..'), { recursive: true });

async function layOut(
  name: string,
  executable: string,
  of: string,
  { key = 'key', isDamaged = false } = {},
): Promise<void> {
  const dir = join(folder, name);
  mkdirSync(dir);
  for (const target of targets) copyFileSync(executable, join(dir, `faiwatch-${target}`));
  await describeRelease(dir, { version: of, targets });
  if (isDamaged) for (const target of targets) appendFileSync(join(dir, `faiwatch-${target}`), 'x');
  await $`minisign -S -W -s ${folder}/${key}.sec -m ${folder}/${name}/SHA256SUMS`.quiet();
}

interface Source {
  /** Where the executable begins. Left out: where every release does. */
  readonly entry?: string;
  readonly prepare?: (tree: string) => void;
}

/** Builds another release from a copy of the source. @returns where the executable is */
async function build(of: string, { entry, prepare }: Source = {}): Promise<string> {
  const tree = mkdtempSync('/var/tmp/faiwatch-release.');
  for (const part of [
    'src',
    'drizzle',
    'scripts',
    'web',
    'tests/install',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(join(repositoryDir, part), join(tree, part), { recursive: true });
  }
  copyFileSync(join(folder, 'key.pub'), join(tree, 'release-key.pub'));
  symlinkSync(join(repositoryDir, 'node_modules'), join(tree, 'node_modules'));
  edit(join(tree, 'package.json'), (text) =>
    text.replace(/"version": "[^"]*"/, `"version": "${of}"`),
  );
  prepare?.(tree);
  const outfile = join(tree, 'faiwatch');
  const begins = entry === undefined ? [] : ['--entry', join(tree, entry)];
  await $`${process.execPath} ${tree}/scripts/build.ts --skip-web --outfile ${outfile} ${begins}`.quiet();
  return outfile;
}

function addMigration(tree: string): void {
  const tag = '9999_later';
  writeFileSync(join(tree, 'drizzle', `${tag}.sql`), 'CREATE TABLE later (id INTEGER);');
  edit(join(tree, 'drizzle/meta/_journal.json'), (text) => {
    const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(text);
    const last = journal.entries.at(-1);
    if (last === undefined) throw new Error('there are no migrations');
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
    return JSON.stringify(journal);
  });
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
