/**
 * What somebody could try who answers in the place of a release's server, or may write where a release
 * was carried to. install.sh runs as it is, into a folder of the test's: only the place is another, and
 * `id` says root.
 */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeRelease, putReleaseKey } from '../scripts/lib/release-folder.ts';
import { makeCertificate, type TestCertificate } from '../src/mqtt/testing/make-certificate.ts';
import { makeMinisignKey } from './support/minisign-key.ts';

const targets = ['linux-x64', 'linux-x64-baseline', 'linux-arm64'];
const source = readFileSync(join(import.meta.dir, '..', 'install.sh'), 'utf8');
const ours = makeMinisignKey();

let dir: string;
let release: string;
let installed: string;
let stubs: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'faiwatch-attack-'));
  release = join(dir, 'release');
  stubs = join(dir, 'stubs');
  installed = join(dir, 'bin', 'faiwatch');
  mkdirSync(stubs);
  stub('id', 'echo 0');
  stub('systemctl', 'exit 1');
  await publish('2.0.0');
});
afterEach(() => rmSync(dir, { recursive: true }));

/** A program that comes before the system's own. */
function stub(name: string, body: string): void {
  const path = join(stubs, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
}

/** An executable that leaves a trace when it runs. */
function makeProgram(version: string): string {
  return `#!/bin/sh\necho ${version} >>${join(dir, 'ran')}\necho ${version}\n`;
}

const ran = () => (existsSync(join(dir, 'ran')) ? readFileSync(join(dir, 'ran'), 'utf8') : '');

async function publish(version: string): Promise<void> {
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release);
  for (const target of targets) {
    writeFileSync(join(release, `faiwatch-${target}`), makeProgram(version));
  }
  await describeRelease(release, { version, targets });
  sign();
}

function sign(key = ours): void {
  const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8');
  writeFileSync(join(release, 'SHA256SUMS.minisig'), key.sign(sums));
}

interface Run {
  readonly code: number;
  readonly said: string;
}

interface Surroundings {
  /** Null: install.sh as it lies in the repository. */
  readonly key?: string | null;
  readonly path?: string;
  readonly env?: Record<string, string>;
}

async function install(args: string[], surroundings: Surroundings = {}): Promise<Run> {
  const { key = ours.publicKey, path = process.env['PATH'], env = {} } = surroundings;
  const script = join(dir, 'install.sh');
  const there = source.replace(/^prefix=.*$/m, `prefix=${join(dir, 'bin')}`);
  writeFileSync(script, key === null ? there : putReleaseKey(there, key));
  const child = Bun.spawn(['sh', script, '--no-start', ...args], {
    env: { ...process.env, PATH: `${stubs}:${path}`, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const said = [new Response(child.stdout).text(), new Response(child.stderr).text()];
  return { code: await child.exited, said: (await Promise.all(said)).join('') };
}

/** The same programs without some of them. */
function pathWithout(...missing: string[]): string {
  const some = join(dir, 'programs');
  mkdirSync(some, { recursive: true });
  for (const folder of ['/bin', '/usr/bin']) {
    for (const name of readdirSync(folder)) {
      const link = join(some, name);
      if (!missing.includes(name) && !existsSync(link)) symlinkSync(join(folder, name), link);
    }
  }
  return some;
}

async function refuses(reason: string, args: string[], surroundings?: Surroundings): Promise<void> {
  const { code, said } = await install(args, surroundings);
  expect(said).toContain(reason);
  expect(code).not.toBe(0);
  expect(ran()).toBe('');
  expect(existsSync(installed)).toBe(false);
}

describe.each<[string, () => Surroundings]>([
  ['minisign', () => ({})],
  ['openssl alone', () => ({ path: pathWithout('minisign') })],
])('with %s', (_name, surroundings) => {
  test('a release that was signed is installed', async () => {
    const { code, said } = await install(['--from', release], surroundings());
    expect(said).toContain('The signature is right.');
    expect(code).toBe(0);
    expect(readFileSync(installed, 'utf8')).toBe(makeProgram('2.0.0'));
  });

  test.each<[string, () => void]>([
    ['garbage', () => writeFileSync(join(release, 'SHA256SUMS.minisig'), 'garbage\n'.repeat(4))],
    ['nothing', () => writeFileSync(join(release, 'SHA256SUMS.minisig'), '')],
    ["a stranger's signature", () => sign(makeMinisignKey())],
    ['the signature of other checksums', () => appendFileSync(join(release, 'SHA256SUMS'), '#\n')],
  ])('%s in the place of a signature is refused', async (_what, spoil) => {
    spoil();
    await refuses('The signature of SHA256SUMS is wrong', ['--from', release], surroundings());
  });
});

test('a signature that nothing here can check is refused', async () => {
  const path = pathWithout('minisign', 'openssl');
  await refuses('apt install minisign', ['--from', release], { path });
  stub('openssl', 'echo OpenSSL 1.1.1n');
  await refuses('apt install minisign', ['--from', release], { path });
});

test.each([['SHA256SUMS'], ['SHA256SUMS.minisig']])(
  'a folder without %s is refused',
  async (file) => {
    rmSync(join(release, file));
    await refuses(`There is no ${file}`, ['--from', release]);
  },
);

test('what one built oneself needs its checksums, and the word', async () => {
  rmSync(join(release, 'SHA256SUMS.minisig'));
  await refuses('has no key', ['--from', release], { key: null });
  const { code, said } = await install(['--from', release, '--unsigned'], { key: null });
  expect(said).toContain('as you said: --unsigned');
  expect(code).toBe(0);
});

test('the word does not make up for checksums', async () => {
  rmSync(join(release, 'SHA256SUMS'));
  await refuses('There is no SHA256SUMS', ['--from', release, '--unsigned']);
});

test('an executable that is not the signed one is refused', async () => {
  for (const target of targets) appendFileSync(join(release, `faiwatch-${target}`), '# more\n');
  await refuses('The checksum of faiwatch', ['--from', release]);
});

test('what is swapped while it is checked is not what is installed', async () => {
  const evil = join(dir, 'evil');
  writeFileSync(evil, makeProgram('evil'));
  const sha256sum = Bun.which('sha256sum');
  // Whoever may write to the folder does so at the worst moment: between the check and its end.
  stub('sha256sum', `${sha256sum} "$@"; for f in ${release}/faiwatch-*; do cp ${evil} "$f"; done`);
  const { code } = await install(['--from', release]);
  expect(code).toBe(0);
  expect(ran()).not.toContain('evil');
  expect(readFileSync(installed, 'utf8')).toBe(makeProgram('2.0.0'));
});

test('what is checked lies where nobody else may look or write', async () => {
  const seen = join(dir, 'seen');
  stub('minisign', `stat -c %a "$(dirname "$2")" >${seen}; exit 1`);
  await refuses('The signature of SHA256SUMS is wrong', ['--from', release]);
  expect(readFileSync(seen, 'utf8')).toBe('700\n');
});

test('an older release is refused, unless it is asked for', async () => {
  await install(['--from', release]);
  for (const [older, isTaken] of [
    ['1.9.9', false],
    ['2.0.0-rc.1', false],
    ['2.0.1', true],
  ] as const) {
    await publish(older);
    const { code, said } = await install(['--from', release]);
    expect({ older, isTaken: code === 0 }).toEqual({ older, isTaken });
    if (!isTaken) expect(said).toContain('older than the 2.0.0');
  }
  await publish('1.9.9');
  expect((await install(['--from', release, '--allow-older'])).code).toBe(0);
  expect(readFileSync(installed, 'utf8')).toBe(makeProgram('1.9.9'));
});

describe('from the web', () => {
  let certificate: TestCertificate;
  let server: ReturnType<typeof serve>;
  let plain: ReturnType<typeof serve>;

  beforeEach(() => {
    certificate = makeCertificate();
    plain = serve((path) => answerFile(path));
    server = serve((path) => {
      if (path.startsWith('/out/'))
        return Response.redirect(new URL(path.slice(4), plain.url).href);
      if (path.startsWith('/on/')) return Response.redirect(path.slice(3));
      return answerFile(path);
    }, certificate);
  });
  afterEach(async () => {
    await Promise.all([server.stop(true), plain.stop(true)]);
    certificate.remove();
  });

  const address = (path: string) => server.url.href.replace(/\/$/, path);
  const believing = () => ({ env: { CURL_CA_BUNDLE: certificate.certFile } });

  test('a release is installed, also where https leads on to https', async () => {
    for (const path of ['', '/on']) {
      const { code, said } = await install(['--url', address(path)], believing());
      expect(said).toContain('The signature is right.');
      expect(code).toBe(0);
    }
  });

  test('a server that cannot prove its name is refused', async () => {
    await refuses('could not be fetched', ['--url', address('')]);
  });

  test('a redirect to plain http is refused', async () => {
    await refuses('could not be fetched', ['--url', address('/out')], believing());
  });

  test('without a key nothing is fetched at all', async () => {
    await refuses('has no key', ['--url', address('')], { key: null, ...believing() });
  });

  function serve(answer: (path: string) => Response, tls?: TestCertificate) {
    return Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ url }) => answer(new URL(url).pathname),
      ...(tls !== undefined && { tls: { cert: tls.cert, key: tls.key } }),
    });
  }

  function answerFile(path: string): Response {
    const file = join(release, path);
    return existsSync(file) ? new Response(Bun.file(file)) : new Response('', { status: 404 });
  }
});
