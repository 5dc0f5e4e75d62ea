import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMinisignKey } from '../../../tests/support/minisign-key.ts';
import { makeCertificate, type TestCertificate } from '../../mqtt/testing/make-certificate.ts';
import { CommandFailed } from '../output.ts';

import { isNewer, isToInstall } from './compare-versions.ts';
import { fetchExecutable } from './fetch-release.ts';
import { readManifest } from './manifest.ts';
import { readPublicKey } from './minisign.ts';
import { trustedKey } from './release-key.ts';
import { locateRelease } from './release-source.ts';
import { restartTo, type ServiceControl } from './restart-service.ts';
import { type RollBackOptions, rollBack } from './roll-back.ts';
import { previousPath, swapBack, swapIn } from './swap.ts';
import { describeTarget } from './target.ts';

let dir: string;
let release: string;
let folder: URL;
const { publicKey, sign } = makeMinisignKey();

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'faiwatch-update-'));
  release = join(dir, 'release');
  mkdirSync(release);
  folder = locateRelease(release);
});
afterEach(() => rmSync(dir, { recursive: true }));

const sha256 = (content: string) => new Bun.CryptoHasher('sha256').update(content).digest('hex');
const executable = '#!/bin/sh\necho 2.0.0\n';

const file = 'faiwatch-linux-x64';

function publish(changes: object = {}): void {
  writeFileSync(join(release, file), executable);
  const files = { 'linux-x64': { file, sha256: sha256(executable), bytes: executable.length } };
  publishManifest(JSON.stringify({ version: '2.0.0', files, ...changes }));
}

function publishManifest(manifest: string): void {
  writeFileSync(join(release, 'latest.json'), manifest);
  writeSums(`${sha256(manifest)}  latest.json\n`);
}

function writeSums(sums: string, signature = sign(sums)): void {
  writeFileSync(join(release, 'SHA256SUMS'), sums);
  writeFileSync(join(release, 'SHA256SUMS.minisig'), signature);
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

test('an older release is refused, unless it is asked for', () => {
  expect(isToInstall('1.1.0', '1.0.0', false)).toBe(true);
  expect(isToInstall('1.0.0', '1.0.0', true)).toBe(false);
  expect(() => isToInstall('1.0.0', '1.1.0', false)).toThrow('older than this 1.1.0');
  expect(isToInstall('1.0.0', '1.1.0', true)).toBe(true);
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
    expect(await readManifest(folder, publicKey)).toMatchObject({
      version: '2.0.0',
      files: { 'linux-x64': { file: 'faiwatch-linux-x64', bytes: executable.length } },
    });
  });

  test.each<[string, () => void, RegExp]>([
    ['is not there', () => {}, /There is no .*latest\.json/],
    ['is no JSON', () => publishManifest('<html>'), /does not describe/],
    [
      'names a file elsewhere',
      () => publish({ files: { x: { file: '../x', sha256: '', bytes: 1 } } }),
      /does not describe/,
    ],
    ['has a version that is none', () => publish({ version: 'newest' }), /does not describe/],
    ['never ends', () => publishManifest(' '.repeat(200_000)), /far too large/],
  ])('that %s is refused in one line', async (_name, make, expected) => {
    make();
    const reading = readManifest(folder, publicKey);
    await expect(reading).rejects.toThrow(expected);
    await expect(reading).rejects.toBeInstanceOf(CommandFailed);
  });

  test.each<[string, () => void, RegExp]>([
    ['nobody signed', () => rmSync(join(release, 'SHA256SUMS.minisig')), /There is no .*minisig/],
    ['has no checksums', () => rmSync(join(release, 'SHA256SUMS')), /There is no .*SHA256SUMS/],
    ['garbage signs', () => writeSums('x', 'garbage\n'.repeat(4)), /signature/],
    ['nothing signs', () => writeSums('x', ''), /signature/],
    ['another key signs', () => writeSums('x', makeMinisignKey().sign('x')), /signature/],
    [
      'is of another release than the signature',
      () => writeSums(`${sha256('another')}  latest.json\n`),
      /not the one that was signed/,
    ],
  ])('that %s is refused', async (_name, spoil, expected) => {
    publish();
    spoil();
    await expect(readManifest(folder, publicKey)).rejects.toThrow(expected);
  });
});

describe('the key', () => {
  test('is the one built in: the configuration can insist on it, never replace it', () => {
    expect(trustedKey({}, publicKey)).toBe(publicKey);
    expect(trustedKey({ update_key: publicKey }, publicKey)).toBe(publicKey);
    const other = makeMinisignKey().publicKey;
    expect(() => trustedKey({ update_key: other }, publicKey)).toThrow('not the key built into');
  });

  test('has to be there', () => {
    const refusal = 'built without a release key';
    expect(() => trustedKey({}, null)).toThrow(refusal);
    expect(() => trustedKey({ update_key: publicKey }, null)).toThrow(refusal);
  });

  test('stands in release-key.pub as minisign writes it, or does not stand there', () => {
    expect(readPublicKey(`untrusted comment: minisign public key\n${publicKey}\n`)).toBe(publicKey);
    expect(readPublicKey('untrusted comment: there is none yet\n')).toBeNull();
  });
});

function serve(answer: (url: URL) => Response, tls?: TestCertificate) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => answer(new URL(url)),
    ...(tls !== undefined && { tls: { cert: tls.cert, key: tls.key } }),
  });
}

describe('a release on the web', () => {
  test.each(['http://127.0.0.1/', 'ftp://127.0.0.1/', 'file:///opt/release'])(
    'is not looked for at %s',
    (address) => expect(() => locateRelease(address)).toThrow(CommandFailed),
  );

  test('is not fetched where a redirect leads out of https, and is through others', async () => {
    publish();
    const ca = makeCertificate();
    await using plain = serve(() => new Response(Bun.file(join(release, 'latest.json'))));
    await using secure = serve((url) => {
      if (url.pathname.startsWith('/out/')) return Response.redirect(plain.url.href, 302);
      if (url.pathname.startsWith('/on/')) {
        return Response.redirect(url.pathname.replace('/on', '/at'), 302);
      }
      if (url.pathname.startsWith('/round/')) return Response.redirect(url.pathname, 302);
      return new Response(Bun.file(join(release, url.pathname.replace('/at/', ''))));
    }, ca);
    // A process of its own, as a process trusts certificates from its start.
    const read = async (path: string) => {
      const code = `
        import { readManifest } from ${JSON.stringify(join(import.meta.dir, 'manifest.ts'))};
        const { version } = await readManifest(new URL(process.argv[1]), process.argv[2]);
        console.log(version);`;
      const child = Bun.spawn(
        [process.execPath, '-e', code, new URL(path, secure.url).href, publicKey],
        {
          env: { ...process.env, NODE_EXTRA_CA_CERTS: ca.certFile },
          stdout: 'pipe',
          stderr: 'pipe',
        },
      );
      const said = [new Response(child.stdout).text(), new Response(child.stderr).text()];
      return (await Promise.all(said)).join('');
    };
    expect(await read('/at/')).toBe('2.0.0\n');
    expect(await read('/on/')).toBe('2.0.0\n');
    expect(await read('/out/')).toContain('a release comes over https');
    expect(await read('/round/')).toContain('leads on and on');
    ca.remove();
  });
});

describe('an executable', () => {
  const fetchIt = async () => {
    const { files } = await readManifest(folder, publicKey);
    const wanted = files['linux-x64'];
    if (wanted === undefined) throw new Error('it is not listed');
    await fetchExecutable(folder, wanted, join(dir, 'fresh'));
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

/** A service that answers like the executable in place, or not at all. */
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
      // The former executable must be in place by then.
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
