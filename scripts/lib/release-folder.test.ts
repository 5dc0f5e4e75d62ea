import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchExecutable } from '../../src/cli/update/fetch-release.ts';
import { readManifest } from '../../src/cli/update/manifest.ts';
import { locateRelease } from '../../src/cli/update/release-source.ts';
import { describeTarget } from '../../src/cli/update/target.ts';
import { makeMinisignKey } from '../../tests/support/minisign-key.ts';
import { targets } from '../build.ts';
import { repositoryDir } from './paths.ts';
import { describeRelease } from './release-folder.ts';

test('the folder of a release passes sha256sum, and faiwatch update reads and fetches from it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'faiwatch-release-folder-'));
  const executable = '#!/bin/sh\necho 2.0.0\n';
  writeFileSync(join(dir, 'faiwatch-linux-arm64'), executable);
  writeFileSync(join(dir, 'install.sh'), 'exit\n');
  const notesUrl = 'https://example.com/v2.0.0';
  await describeRelease(dir, {
    version: '2.0.0',
    targets: ['linux-arm64'],
    besides: ['install.sh'],
    notesUrl,
  });
  const sums = Bun.spawnSync(['sha256sum', '--check', '--strict', 'SHA256SUMS'], { cwd: dir });
  expect(sums.stdout.toString()).toBe(
    'faiwatch-linux-arm64: OK\ninstall.sh: OK\nlatest.json: OK\n',
  );

  const { publicKey, sign } = makeMinisignKey();
  const signature = sign(readFileSync(join(dir, 'SHA256SUMS'), 'utf8'));
  writeFileSync(join(dir, 'SHA256SUMS.minisig'), signature);
  const folder = locateRelease(dir);
  const { files, ...release } = await readManifest(folder, publicKey);
  expect(release).toEqual({ version: '2.0.0', notes_url: notesUrl });
  const file = files['linux-arm64'];
  if (file === undefined) throw new Error('it is not listed');
  await fetchExecutable(folder, file, join(dir, 'fetched'));
  expect(readFileSync(join(dir, 'fetched'), 'utf8')).toBe(executable);
  rmSync(dir, { recursive: true });
});

test('a release has an executable for every machine that update and install.sh know', () => {
  const released = new Set(targets.map((target) => target.replace('bun-', '')));
  const needed = new Set<string>();
  for (const arch of ['x64', 'arm64']) {
    for (const isMusl of [false, true]) {
      for (const cpuinfo of arch === 'x64' ? ['avx2', ''] : ['']) {
        needed.add(describeTarget({ arch, isMusl, cpuinfo }));
      }
    }
  }
  expect([...released].sort()).toEqual([...needed].sort());
  const script = readFileSync(join(repositoryDir, 'install.sh'), 'utf8');
  for (const [, target = ''] of script.matchAll(/target=(linux-\w+)/g)) {
    expect(released).toContain(target);
  }
});
