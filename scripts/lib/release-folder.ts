import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface ReleaseFolder {
  readonly version: string;
  /** Targets as `faiwatch update` names them, `linux-arm64`; each has its `faiwatch-TARGET` there. */
  readonly targets: readonly string[];
  /** Other files to list among the checksums. */
  readonly besides?: readonly string[];
  /** Where people read what changed. */
  readonly notesUrl?: string | undefined;
}

/**
 * Writes what `install.sh` and `faiwatch update` live from into a folder with executables: latest.json
 * and SHA256SUMS; docs/decisions/019-updates.md.
 */
export async function describeRelease(dir: string, release: ReleaseFolder): Promise<void> {
  const { version, targets, besides = [], notesUrl } = release;
  const sums: string[] = [];
  const files: Record<string, { file: string; sha256: string; bytes: number }> = {};
  for (const target of targets) {
    const file = `faiwatch-${target}`;
    const digest = await digestFile(join(dir, file));
    files[target] = { file, ...digest };
    sums.push(`${digest.sha256}  ${file}\n`);
  }
  const manifest = { version, ...(notesUrl !== undefined && { notes_url: notesUrl }), files };
  await writeFile(join(dir, 'latest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of [...besides, 'latest.json']) {
    sums.push(`${(await digestFile(join(dir, file))).sha256}  ${file}\n`);
  }
  await writeFile(join(dir, 'SHA256SUMS'), sums.join(''));
}

/**
 * install.sh with the key that it checks releases with.
 * @throws Error when it has no place for one
 */
export function putReleaseKey(script: string, publicKey: string): string {
  const made = script.replace(/^release_key=$/m, `release_key=${publicKey}`);
  if (made === script) throw new Error('install.sh has no empty release_key');
  return made;
}

async function digestFile(path: string): Promise<{ sha256: string; bytes: number }> {
  const content = Bun.file(path);
  const hash = new Bun.CryptoHasher('sha256');
  for await (const chunk of content.stream()) hash.update(chunk);
  return { sha256: hash.digest('hex'), bytes: content.size };
}
