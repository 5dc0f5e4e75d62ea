import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { makeMinisignKey } from '../../../tests/support/minisign-key.ts';
import { CommandFailed } from '../output.ts';
import { isNewer } from './compare-versions.ts';
import { fetchExecutable } from './fetch-release.ts';
import { readManifest } from './manifest.ts';
import { restartTo, type ServiceControl } from './restart-service.ts';
import { type RollBackOptions, rollBack } from './roll-back.ts';
import { previousPath, swapBack, swapIn } from './swap.ts';
import { describeTarget } from './target.ts';

let dir: string;
let release: string;
let url: string;
let server: ReturnType<typeof Bun.serve>;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'faiwatch-update-'));
  release = join(dir, 'release');
  mkdirSync(release);
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const file = Bun.file(join(release, normalize(new URL(request.url).pathname)));
      return (await file.exists()) ? new Response(file) : new Response('', { status: 404 });
    },
  });
  url = server.url.href;
});
afterEach(() => server.stop(true));

const sha256 = (content: string) => new Bun.CryptoHasher('sha256').update(content).digest('hex');
const executable = '#!/bin/sh\necho 2.0.0\n';

function publish(changes: object = {}): void {
  writeFileSync(join(release, 'faiwatch-linux-x64'), executable);
  const file = 'faiwatch-linux-x64';
  const files = { 'linux-x64': { file, sha256: sha256(executable), bytes: executable.length } };
  writeFileSync(
    join(release, 'latest.json'),
    JSON.stringify({ version: '2.0.0', files, ...changes }),
  );
}

test.each([
  ['1.0.1', '1.0.0', true],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', '1.0.1', false],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '10.0.0', false],
  ['1.0.0', '1.0.0-beta.1', true],
  ['1.0.0-beta.1', '1.0.0', false],
  ['1.0.0-beta.10', '1.0.0-beta.9', true],
  ['1.0.0-rc.1', '1.0.0-beta.9', true],
  ['1.0.0-beta.1.1', '1.0.0-beta.1', true],
])('%s newer than %s: %p', (one, other, expected) => {
  expect(isNewer(one, other)).toBe(expected);
});

test.each([
  ['x64', false, 'flags : sse4_2 avx avx2', 'linux-x64'],
  ['x64', false, 'flags : sse4_2 avx', 'linux-x64-baseline'],
  ['x64', true, 'flags : avx2', 'linux-x64-musl'],
  ['x64', true, '', 'linux-x64-baseline-musl'],
  ['arm64', false, 'Features : fp asimd', 'linux-arm64'],
  ['arm64', true, '', 'linux-arm64-musl'],
])('%s, musl %p, %p: %s', (arch, isMusl, cpuinfo, expected) => {
  expect(describeTarget({ arch, isMusl, cpuinfo })).toBe(expected);
});

describe('the manifest', () => {
  test('says what the newest release is', async () => {
    publish({ notes_url: 'https://example.com/notes' });
    expect(await readManifest(url)).toMatchObject({
      version: '2.0.0',
      files: { 'linux-x64': { file: 'faiwatch-linux-x64', bytes: executable.length } },
    });
  });

  test.each<[string, () => void, RegExp]>([
    ['is not there', () => {}, /status 404/],
    [
      'is no JSON',
      () => writeFileSync(join(release, 'latest.json'), '<html>'),
      /does not describe/,
    ],
    [
      'names a file elsewhere',
      () => publish({ files: { x: { file: '../x', sha256: '', bytes: 1 } } }),
      /does not describe/,
    ],
    ['has a version that is none', () => publish({ version: 'newest' }), /does not describe/],
  ])('that %s is refused in one line', async (_name, make, expected) => {
    make();
    const reading = readManifest(url);
    await expect(reading).rejects.toThrow(expected);
    await expect(reading).rejects.toBeInstanceOf(CommandFailed);
  });

  test('has to be signed where there is a key to check that with', async () => {
    publish();
    const { publicKey, sign } = makeMinisignKey();
    const writeSums = (manifest: string) => {
      const sums = `${sha256(manifest)}  latest.json\n`;
      writeFileSync(join(release, 'SHA256SUMS'), sums);
      writeFileSync(join(release, 'SHA256SUMS.minisig'), sign(sums));
    };
    await expect(readManifest(url, publicKey)).rejects.toThrow(/SHA256SUMS could not be fetched/);
    writeSums(readFileSync(join(release, 'latest.json'), 'utf8'));
    expect((await readManifest(url, publicKey)).version).toBe('2.0.0');
    await expect(readManifest(url, makeMinisignKey().publicKey)).rejects.toThrow(/signature/);
    // Signed, but of another release.
    writeSums('another');
    await expect(readManifest(url, publicKey)).rejects.toThrow(/not the one that was signed/);
  });

  test('is not asked for where nobody answers', async () => {
    await server.stop(true);
    await expect(readManifest(url)).rejects.toThrow(/could not be fetched/);
  });
});

describe('an executable', () => {
  const fetchIt = async () => {
    const { files } = await readManifest(url);
    const wanted = files['linux-x64'];
    if (wanted === undefined) throw new Error('it is not listed');
    await fetchExecutable(url, wanted, join(dir, 'fresh'));
  };

  test('is fetched, checked, and can be run', async () => {
    publish();
    await fetchIt();
    expect(readFileSync(join(dir, 'fresh'), 'utf8')).toBe(executable);
    expect(statSync(join(dir, 'fresh')).mode & 0o777).toBe(0o755);
  });

  test.each([
    ['changed', executable.replace('2', '3')],
    ['cut off', executable.slice(0, -3)],
    ['too long', `${executable}rm -rf /\n`],
  ])('that was %s is refused, and nothing of it is left', async (_name, content) => {
    publish();
    writeFileSync(join(release, 'faiwatch-linux-x64'), content);
    await expect(fetchIt()).rejects.toThrow(/not what the release says/);
    expect(readdirSync(dir)).toEqual(['release']);
  });

  test('takes the place of the one before, which is kept, and can be taken back', () => {
    const binary = join(dir, 'faiwatch');
    writeFileSync(binary, 'old', { mode: 0o755 });
    writeFileSync(join(dir, 'fresh'), 'new', { mode: 0o755 });
    swapIn(binary, join(dir, 'fresh'));
    expect(readFileSync(binary, 'utf8')).toBe('new');
    expect(readFileSync(previousPath(binary), 'utf8')).toBe('old');
    writeFileSync(join(dir, 'fresh'), 'newest', { mode: 0o755 });
    swapIn(binary, join(dir, 'fresh'));
    expect(readFileSync(previousPath(binary), 'utf8')).toBe('new');
    swapBack(binary);
    expect(readFileSync(binary, 'utf8')).toBe('new');
    expect(readdirSync(dir).sort()).toEqual(['faiwatch', 'release']);
  });
});

/** A service that answers as the executable in place would, or not at all. */
class FakeService implements ServiceControl {
  readonly calls: string[] = [];
  readonly #answer: () => string | null;

  constructor(answer: () => string | null) {
    this.#answer = answer;
  }

  restart(): void {
    this.calls.push('restart');
  }

  stop(): void {
    this.calls.push('stop');
  }

  async askRelease(): Promise<string | null> {
    return this.#answer();
  }

  async sleep(): Promise<void> {}
}

describe('after the swap', () => {
  let binary: string;

  beforeEach(() => {
    binary = join(dir, 'faiwatch');
    writeFileSync(binary, '2.0.0');
    writeFileSync(previousPath(binary), '1.0.0');
  });

  const inPlace = () => readFileSync(binary, 'utf8');
  const roll = (service: ServiceControl, changes: Partial<RollBackOptions> = {}) =>
    rollBack({
      ...{ binary, version: '1.0.0', service, waitSeconds: 5 },
      isDatabaseNewer: () => false,
      findBackup: () => null,
      restore: () => {
        throw new Error('nothing is to be restored');
      },
      ...changes,
    });

  test('the new release has to answer itself: the old one still answering does not count', async () => {
    const answers = [null, '1.0.0', '2.0.0'];
    expect(await restartTo('2.0.0', new FakeService(() => answers.shift() ?? null), 5)).toBe(true);
    expect(await restartTo('2.0.0', new FakeService(() => '1.0.0'), 5)).toBe(false);
    expect(await restartTo('2.0.0', new FakeService(() => null), 5)).toBe(false);
  });

  test('what does not become ready is taken back', async () => {
    const service = new FakeService(inPlace);
    expect(await roll(service)).toBe(true);
    expect(inPlace()).toBe('1.0.0');
    expect(existsSync(previousPath(binary))).toBe(false);
    expect(service.calls).toEqual(['stop', 'restart']);
  });

  test('with the database it had found, where it has changed that', async () => {
    const restored: string[] = [];
    const service = new FakeService(() => (restored.length > 0 ? inPlace() : null));
    const isBack = await roll(service, {
      isDatabaseNewer: () => true,
      findBackup: () => 'before.db.zst',
      // By then the executable of before is in place.
      restore: (name) => restored.push(`${inPlace()} restores ${name}`),
    });
    expect(isBack).toBe(true);
    expect(restored).toEqual(['1.0.0 restores before.db.zst']);
  });

  test('and it is said when even that does not help', async () => {
    const lost = { isDatabaseNewer: () => true, findBackup: () => null };
    expect(await roll(new FakeService(() => null), lost)).toBe(false);
    writeFileSync(previousPath(binary), '1.0.0');
    expect(await roll(new FakeService(() => null))).toBe(false);
  });
});
