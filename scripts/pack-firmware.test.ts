/** Builds as ESP-IDF leaves them are packed, and given to the commands of a server. */
import { beforeEach, describe, expect, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Board } from '../src/domain/devices/device-type.ts';
import { boards } from '../src/domain/devices/device-type.ts';
import { chipIds, chipOf, placeOf } from '../src/domain/firmware/firmware-layout.ts';
import { firmwareDir } from '../src/installation/paths.ts';
import { makeImage, makeReleaseKey, makeTable, toPem } from '../tests/support/firmware.ts';
import { runFirmware } from '../tests/support/run-firmware.ts';
import { tempDir } from '../tests/support/temp-dir.ts';
import { repositoryDir } from './lib/paths.ts';
import { packFirmware } from './pack-firmware.ts';

const { privateKey: key, publicKey } = makeReleaseKey();
const privateKey = toPrivatePem(key);
const publicPem = toPem(publicKey);

let dir: string;
let outDir: string;
let data: string;

beforeEach(() => {
  dir = tempDir('pack');
  outDir = join(dir, 'out');
  data = join(dir, 'data');
  mkdirSync(firmwareDir(data), { recursive: true });
  writeFileSync(join(firmwareDir(data), 'release-key.pub.pem'), publicPem);
});

function toPrivatePem(one: typeof key): string {
  return one.export({ type: 'pkcs8', format: 'pem' }).toString();
}

interface BuildOptions {
  readonly board?: Board;
  readonly version?: string | null;
  readonly chipId?: number;
  /** PEM that is built in. */
  readonly builtIn?: string;
  readonly files?: Readonly<Record<string, Uint8Array | string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A folder as `idf.py -B build-<board> build` leaves it. @returns its path */
function build(options: BuildOptions = {}): string {
  const { board = 's2-mini', version = '1.1.0', builtIn = publicPem } = options;
  const chipId = options.chipId ?? chipIds[chipOf[board]];
  const payload = new TextEncoder().encode(`${'code '.repeat(1_000)}${builtIn}\0more code`);
  const part = (offset: string, file: string) => ({ offset, file, encrypted: 'false' });
  const files: Record<string, Uint8Array | string> = {
    'bootloader/bootloader.bin': makeImage({
      chipId,
      version: null,
      payload: new Uint8Array(3_000).fill(7),
    }),
    'partition_table/partition-table.bin': makeTable(),
    'ota_data_initial.bin': new Uint8Array(0x2000).fill(0xff),
    'faiwatch.bin': makeImage({ chipId, version, payload }),
    'flasher_args.json': JSON.stringify({
      write_flash_args: ['--flash_mode', 'dio', '--flash_size', '4MB', '--flash_freq', '80m'],
      flash_files: { '0x1000': 'bootloader/bootloader.bin', '0x20000': 'faiwatch.bin' },
      bootloader: part(
        `0x${placeOf('bootloader', board).offset.toString(16)}`,
        'bootloader/bootloader.bin',
      ),
      app: part('0x20000', 'faiwatch.bin'),
      'partition-table': part('0x8000', 'partition_table/partition-table.bin'),
      otadata: part('0xf000', 'ota_data_initial.bin'),
      extra_esptool_args: { after: 'hard_reset', before: 'default_reset' },
    }),
    'config/sdkconfig.json': JSON.stringify({
      IDF_TARGET: chipOf[board].toLowerCase().replace('-', ''),
      FAIWATCH_BOARD_S2_MINI: board === 's2-mini',
      FAIWATCH_BOARD_S2_TEST: board === 's2-test',
      FAIWATCH_BOARD_T_DISPLAY: board === 't-display',
      FAIWATCH_BOARD_C3_MINI: board === 'c3-mini',
      ...options.settings,
    }),
    ...options.files,
  };
  const folder = join(dir, `build-${board}-${version}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const pack = (...builds: string[]) => packFirmware({ builds, privateKey, outDir });

/** A program of ours with its own process and environment. */
async function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, join(repositoryDir, program), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

const faiwatch = (...args: string[]) => runFirmware(data, ...args);

describe('what is packed', () => {
  test('is taken in by a server, for all boards at once', async () => {
    const manifests = pack(...boards.map((board) => build({ board })));
    expect(readdirSync(outDir)).toHaveLength(boards.length * 5);
    expect(await faiwatch('add', ...manifests)).toEqual({
      code: 0,
      stdout: boards.map((board) => `${board} 1.1.0: added\n`).join(''),
      stderr: '',
    });
    const { stdout } = await faiwatch('list', '--json');
    expect(JSON.parse(stdout)).toHaveLength(boards.length);
    for (const { board, version, is_missing: isMissing } of JSON.parse(stdout)) {
      expect({ version, isMissing }).toEqual({ version: '1.1.0', isMissing: false });
      const kept = readFileSync(join(firmwareDir(data), board, version, 'app.bin'));
      expect(kept.equals(readFileSync(join(dir, `build-${board}-1.1.0`, 'faiwatch.bin')))).toBe(
        true,
      );
    }
  }, 60_000);

  test('is laid out as documented, each part named by its manifest', () => {
    const [path = ''] = pack(build());
    expect(path).toBe(join(outDir, 'faiwatch-firmware-s2-mini-1.1.0.json'));
    const { parts, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
    expect(rest).toEqual({
      format: 1,
      board: 's2-mini',
      version: '1.1.0',
      signature: expect.any(String),
    });
    const place = ({ path: file, offset }: { path: string; offset: number }) => [file, offset];
    expect(parts.map(place)).toEqual([
      ['faiwatch-firmware-s2-mini-1.1.0-bootloader.bin', 0x1000],
      ['faiwatch-firmware-s2-mini-1.1.0-partition-table.bin', 0x8000],
      ['faiwatch-firmware-s2-mini-1.1.0-otadata.bin', 0xf000],
      ['faiwatch-firmware-s2-mini-1.1.0-app.bin', 0x20000],
    ]);
  });

  test('carries a signature that openssl verifies', () => {
    const [path = ''] = pack(build());
    const { signature, parts } = JSON.parse(readFileSync(path, 'utf8'));
    const [app] = parts.slice(-1);
    writeFileSync(join(dir, 'signature'), Buffer.from(signature, 'base64'));
    writeFileSync(join(dir, 'text'), `s2-mini\n1.1.0\n${app.size}\n${app.sha256}\n`);
    writeFileSync(join(dir, 'key.pub.pem'), publicPem);
    const { stdout } = Bun.spawnSync(
      ['openssl', 'dgst', '-sha256', '-verify', 'key.pub.pem', '-signature', 'signature', 'text'],
      { cwd: dir },
    );
    expect(stdout.toString()).toBe('Verified OK\n');
  });

  test.each<[string, (manifest: string) => void, string]>([
    [
      'for another board',
      (manifest) => edit(manifest, (fields) => Object.assign(fields, { board: 's2-test' })),
      'The signature is not by the release key, or not for this board',
    ],
    [
      'for a board with another chip',
      (manifest) => edit(manifest, (fields) => Object.assign(fields, { board: 't-display' })),
      'is for another chip (ESP32-S2, where the board has an ESP32)',
    ],
    [
      'without its signature',
      (manifest) => edit(manifest, (fields) => void delete fields['signature']),
      'signature is missing: only signed releases are taken',
    ],
    [
      'with a byte of its app changed',
      (manifest) => {
        const path = manifest.replace(/\.json$/, '-app.bin');
        const bytes = readFileSync(path);
        bytes.writeUInt8(bytes.readUInt8(1_000) ^ 1, 1_000);
        writeFileSync(path, bytes);
      },
      'The app is damaged',
    ],
    [
      'with the app of another version',
      (manifest) => {
        pack(build({ version: '1.2.0' }));
        const other = manifest.replace('1.1.0', '1.2.0').replace(/\.json$/, '-app.bin');
        copyFileSync(other, manifest.replace(/\.json$/, '-app.bin'));
      },
      'The app is damaged',
    ],
  ])('is refused by a server %s', async (_what, spoil, finding) => {
    const [manifest = ''] = pack(build());
    spoil(manifest);
    const { code, stdout, stderr } = await faiwatch('add', manifest);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(finding);
  });

  test('may bring boards a new key, signed with the one that they know', async () => {
    const newPublicKey = toPem(makeReleaseKey().publicKey);
    const builds = [build({ builtIn: newPublicKey })];
    const manifests = packFirmware({ builds, privateKey, newPublicKey, outDir });
    expect((await faiwatch('add', ...manifests)).stdout).toBe('s2-mini 1.1.0: added\n');
  });

  test('is refused by a server that trusts another key', async () => {
    writeFileSync(
      join(firmwareDir(data), 'release-key.pub.pem'),
      toPem(makeReleaseKey().publicKey),
    );
    const { code, stderr } = await faiwatch('add', ...pack(build()));
    expect(code).toBe(1);
    expect(stderr).toContain('The signature is not by the release key');
  });

  function edit(manifest: string, change: (fields: Record<string, unknown>) => void): void {
    const fields = JSON.parse(readFileSync(manifest, 'utf8'));
    change(fields);
    writeFileSync(manifest, JSON.stringify(fields));
  }
});

describe('packing writes nothing and says why for', () => {
  const empty = new Uint8Array();

  test.each<[string, () => string[], string]>([
    ['no build', () => [], 'at least one build'],
    [
      'a folder without one',
      () => [dir],
      'is no finished build: there is no config/sdkconfig.json',
    ],
    [
      'a build that was broken off',
      () => {
        const folder = build();
        const app = join(folder, 'faiwatch.bin');
        truncateSync(app, readFileSync(app).length - 40);
        return [folder];
      },
      'The app is not for this board or not whole: it is cut off.',
    ],
    [
      'a build that burns fuses',
      () => [build({ settings: { SECURE_BOOT: true, SECURE_FLASH_ENC_ENABLED: true } })],
      'Its first start burns fuses, and no server takes such images',
    ],
    ['an empty app', () => [build({ files: { 'faiwatch.bin': empty } })], 'does not say which'],
    [
      'settings that are none',
      () => [build({ files: { 'config/sdkconfig.json': '[]' } })],
      'is not what a build writes there',
    ],
    [
      'settings of another project',
      () => [build({ settings: { FAIWATCH_BOARD_S2_MINI: false } })],
      'name 0 boards of ours',
    ],
    [
      'a part that is not described',
      () => [build({ files: { 'flasher_args.json': '{}' } })],
      'does not say where bootloader lies',
    ],
    [
      'another chip than its board has',
      () => [build({ chipId: chipIds.ESP32 })],
      'is for another chip (ESP32, where the board has an ESP32-S2)',
    ],
    [
      'an app without a version',
      () => [build({ version: null })],
      'the app does not say which version it is',
    ],
    [
      'a version that boards cannot compare',
      () => [build({ version: 'v1.1-12-gabcdef0-dirty' })],
      '“v1.1-12-gabcdef0-dirty” is no version',
    ],
    [
      'firmware that would take no updates',
      () => [build({ builtIn: '-----BEGIN PUBLIC KEY-----' })],
      'no release key is built in',
    ],
    [
      'firmware that trusts another key',
      () => [build({ builtIn: toPem(makeReleaseKey().publicKey) })],
      'another key is built in than the one that is to check the next release',
    ],
    [
      'two builds for one board',
      () => [build({ version: '1.1.0' }), build({ version: '1.2.0' })],
      'Two builds are for the same board',
    ],
    [
      'one of several that is wrong',
      () => [build(), build({ board: 't-display', builtIn: '' })],
      'no release key is built in',
    ],
  ])('%s', (_what, make, finding) => {
    const builds = make();
    expect(() => pack(...builds)).toThrow(finding);
    expect(existsSync(outDir)).toBe(false);
  });

  test.each<[string, string, string]>([
    ['no key', '', 'There is no release key to sign with'],
    ['the public key', publicPem, 'is no private key in PEM'],
    ['a key that is none', 'secret', 'is no private key in PEM'],
  ])('%s', (_what, pem, finding) => {
    const builds = [build()];
    expect(() => packFirmware({ builds, privateKey: pem, outDir })).toThrow(finding);
    expect(existsSync(outDir)).toBe(false);
  });

  test('a key on another curve', () => {
    const { stdout } = Bun.spawnSync(['openssl', 'ecparam', '-name', 'secp384r1', '-genkey']);
    expect(() =>
      packFirmware({ builds: [build()], privateKey: stdout.toString(), outDir }),
    ).toThrow('not an ECDSA key on the curve P-256');
  });

  test.each<[string, string, string]>([
    [
      'a new key that is not built in',
      toPem(makeReleaseKey().publicKey),
      'another key is built in',
    ],
    ['the private half of a new key', privateKey, 'what is built in is its public half'],
    ['a new key that is none', 'secret', 'The new key is no public key in PEM'],
  ])('%s', (_what, newPublicKey, finding) => {
    const builds = [build()];
    expect(() => packFirmware({ builds, privateKey, newPublicKey, outDir })).toThrow(finding);
    expect(existsSync(outDir)).toBe(false);
  });

  test('another version than the tag has', () => {
    const builds = [build()];
    expect(() => packFirmware({ builds, privateKey, version: '1.1.1', outDir })).toThrow(
      'the app calls itself 1.1.0, not 1.1.1',
    );
  });
});

describe('the command', () => {
  const command = (args: readonly string[], env: Record<string, string> = {}) =>
    run('scripts/pack-firmware.ts', [...args, '--out', outDir], env);

  test('takes the key that openssl makes, from a file or from FIRMWARE_KEY', async () => {
    const made = Bun.spawnSync(
      ['openssl', 'ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'key.pem'],
      { cwd: dir },
    );
    expect(made.exitCode).toBe(0);
    const path = join(dir, 'key.pem');
    const half = Bun.spawnSync(['openssl', 'ec', '-in', path, '-pubout']);
    const folder = build({ builtIn: half.stdout.toString() });
    const said = { code: 0, stdout: expect.stringContaining('s2-mini-1.1.0.json'), stderr: '' };
    expect(await command(['--version', '1.1.0', '--key', path, folder])).toEqual(said);
    const inEnvironment = { FIRMWARE_KEY: readFileSync(path, 'utf8') };
    expect(await command(['--version', '1.1.0', folder], inEnvironment)).toEqual(said);
    writeFileSync(join(dir, 'new.pem'), publicPem);
    const renewed = await command(['--new-key', join(dir, 'new.pem'), build()], inEnvironment);
    expect(renewed).toEqual(said);
  });

  test('fails in one line without a key', async () => {
    expect(await command([build()])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'pack-firmware: There is no release key to sign with; give --key, or set FIRMWARE_KEY.\n',
    });
  });
});

test('the workflow builds every board, with names that the server knows', async () => {
  const workflow = await Bun.file(join(repositoryDir, '.github/workflows/firmware.yml')).text();
  const { jobs } = Bun.YAML.parse(workflow) as {
    jobs: { build: { container: string; strategy: { matrix: { include: { board: string }[] } } } };
  };
  const boards = jobs.build.strategy.matrix.include.map(({ board }) => board);
  expect(boards.sort()).toEqual([...boards].sort());
  expect(jobs.build.container).toMatch(/^espressif\/idf:v5\.5\.\d+$/);
});
