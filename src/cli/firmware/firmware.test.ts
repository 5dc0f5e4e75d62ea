/** The firmware commands with their real arguments. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  makeImage,
  makeReleaseKey,
  trustTestKey,
  writeRelease,
} from '../../../tests/support/firmware.ts';
import { runFirmware } from '../../../tests/support/run-firmware.ts';
import { tempDir } from '../../../tests/support/temp-dir.ts';
import { firmwareDir } from '../../installation/paths.ts';

let dir: string;
let data: string;

beforeEach(() => {
  dir = tempDir('cli');
  data = join(dir, 'data');
  trustTestKey(data);
});

const run = (...args: string[]) => runFirmware(data, ...args);

const program = join(import.meta.dir, '..', 'main.ts');

/** Runs a command in a process of its own. */
async function runBeside(...args: string[]) {
  const child = Bun.spawn([process.execPath, program, 'firmware', ...args, '--data', data], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const [stdout, code] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  return { code, stdout };
}

const list = async () => JSON.parse((await run('list', '--json')).stdout);

describe('firmware add', () => {
  test('takes several releases in; list shows them', async () => {
    expect((await run('list')).stdout).toBe('There is no firmware yet.\n');
    const manifests = [
      writeRelease(join(dir, 'a')),
      writeRelease(join(dir, 'b'), { board: 't-display' }),
    ];
    expect(await run('add', ...manifests)).toEqual({
      code: 0,
      stdout: 's2-mini 1.1.0: added\nt-display 1.1.0: added\n',
      stderr: '',
    });
    expect(await list()).toMatchObject([
      { board: 's2-mini', version: '1.1.0', percent: 0, is_for_flashing: true, is_missing: false },
      { board: 't-display', version: '1.1.0' },
    ]);
    expect((await run('list')).stdout).toMatch(/^BOARD .*\ns2-mini +1\.1\.0 +0 % +0 +0 +yes /);
    expect((await run('add', ...manifests)).stdout).toBe(
      's2-mini 1.1.0: is there already\nt-display 1.1.0: is there already\n',
    );
  });

  test('takes a board by the name of its build, and fields of later releases', async () => {
    const manifest = writeRelease(dir, {}, (fields) => {
      Object.assign(fields, { board: 'esp32-s2-mini', built_with: 'ESP-IDF 5.5' });
    });
    expect((await run('add', manifest)).stdout).toBe('s2-mini 1.1.0: added\n');
  });

  test('takes none when one of several is wrong, and says which and why in one line', async () => {
    const sound = writeRelease(join(dir, 'a'));
    const { privateKey: signWith } = makeReleaseKey();
    const forged = writeRelease(join(dir, 'b'), { version: '1.2.0', signWith });
    const { code, stdout, stderr } = await run('add', sound, forged);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `faiwatch: ${forged}: The signature is not by the release key, or not for this board, version and app.\n`,
    );
    expect(await list()).toEqual([]);
    expect(readdirSync(firmwareDir(data))).toEqual(['release-key.pub.pem']);
  });

  const faults: readonly (readonly [string, () => string, string])[] = [
    ['the image itself instead of its manifest', () => cut('app', null), 'is no manifest. Name'],
    [
      'no signature',
      () => writeRelease(dir, {}, (fields) => void delete fields['signature']),
      'signature is missing: only signed releases are taken',
    ],
    [
      'a format of later releases',
      () => writeRelease(dir, {}, (fields) => Object.assign(fields, { format: 2 })),
      'format must be 1',
    ],
    [
      'a path out of its folder',
      () => writeRelease(dir, {}, (fields) => setPath(fields, '../app.bin')),
      'parts.0.path must be the name of a file beside the manifest',
    ],
    [
      'a file that is missing',
      () => writeRelease(dir, {}, (fields) => setPath(fields, 'nothing.bin')),
      `There is no file`,
    ],
    ['a truncated image', () => cut('app', 2_000), 'has 2000 bytes, where the manifest says'],
    [
      'the image of another chip',
      () => writeRelease(dir, { app: makeImage({ chipId: 0 }) }),
      'is for another chip (ESP32, where the board has an ESP32-S2)',
    ],
    ['a file that is not there', () => join(dir, 'nowhere.json'), 'There is no file'],
  ];

  /**
   * Writes a release and cuts one of its parts.
   * @param bytes what is left of the part. Null: it stays whole
   * @returns the manifest's path, or the part's when it stays whole
   */
  function cut(part: string, bytes: number | null): string {
    const manifest = writeRelease(dir);
    const path = manifest.replace(/\.json$/, `-${part}.bin`);
    if (bytes === null) return path;
    truncateSync(path, bytes);
    return manifest;
  }

  function setPath(fields: Record<string, unknown>, path: string): void {
    const [first] = fields['parts'] as { path: string }[];
    if (first !== undefined) first.path = path;
  }

  test.each(faults)('refuses %s', async (_what, make, finding) => {
    const { code, stdout, stderr } = await run('add', make());
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^faiwatch: [^\n]+\n$/);
    expect(stderr).toContain(finding);
  });

  test('without a public key says where it belongs', async () => {
    data = join(dir, 'other');
    const { code, stderr } = await run('add', writeRelease(dir));
    expect(code).toBe(2);
    expect(stderr).toContain(join(data, 'firmware', 'release-key.pub.pem'));
  });

  test('twice at once adds it once', async () => {
    const manifest = writeRelease(dir);
    // This command makes the database, so that the two below only write to it.
    await run('list');
    const both = await Promise.all([runBeside('add', manifest), runBeside('add', manifest)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.map(({ stdout }) => stdout).sort()).toEqual([
      's2-mini 1.1.0: added\n',
      's2-mini 1.1.0: is there already\n',
    ]);
    expect(await list()).toHaveLength(1);
    expect(readdirSync(firmwareDir(data)).sort()).toEqual(['release-key.pub.pem', 's2-mini']);
  }, 60_000);

  test('of two that differ at once takes one, and its files are the ones it has', async () => {
    await run('list');
    const manifests = ['a', 'b'].map((name) => {
      const payload = new TextEncoder().encode(name.repeat(2_000));
      return writeRelease(join(dir, name), { app: makeImage({ payload }) });
    });
    const both = await Promise.all(manifests.map((manifest) => runBeside('add', manifest)));
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    const winner = manifests[both.findIndex(({ code }) => code === 0)] ?? '';
    const kept = readFileSync(join(firmwareDir(data), 's2-mini', '1.1.0', 'app.bin'));
    expect(kept.equals(readFileSync(winner.replace(/\.json$/, '-app.bin')))).toBe(true);
  }, 60_000);
});

describe('firmware rollout and remove', () => {
  beforeEach(async () => {
    await run('add', writeRelease(dir));
  });

  const rollOut = (...args: string[]) => run('rollout', '1.1.0', '--board', 's2-mini', ...args);
  const remove = () => run('remove', '1.1.0', '--board', 'esp32-s2-mini');

  test('goes by per cent, is paused, goes on, and keeps the image meanwhile', async () => {
    expect((await rollOut('--percent', '10')).stdout).toBe('s2-mini 1.1.0: 10 %\n');
    const refused = await remove();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('is being rolled out');
    expect((await rollOut('--pause')).stdout).toBe('s2-mini 1.1.0: 10 %, paused\n');
    expect(
      JSON.parse((await rollOut('--resume', '--percent', '50', '--json')).stdout),
    ).toMatchObject({ percent: 50, is_paused: false });
    expect((await rollOut('--percent', '0', '--no-devices')).stdout).toBe('s2-mini 1.1.0: 0 %\n');
    expect(await remove()).toMatchObject({ code: 0, stdout: 's2-mini 1.1.0: removed\n' });
    expect(await list()).toEqual([]);
  });

  test.each([
    [[], 'say what to change'],
    [['--percent', '101'], 'whole number from 0 to 100'],
    [['--pause', '--resume'], 'cannot be used with'],
    [['--device', 'fw-a1b2c3d4e5f6', '--no-devices'], 'cannot be used with'],
    [['--device', 'fw-a1b2c3d4e5f6'], 'fw-a1b2c3d4e5f6 is not known'],
  ])('%j is wrong usage', async (args, finding) => {
    const { code, stderr } = await rollOut(...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(finding) });
  });

  test('of what is not there fails, and of no such board is wrong usage', async () => {
    const missing = await run('rollout', '9.9.9', '--board', 's2-mini', '--percent', '1');
    expect(missing).toMatchObject({
      code: 1,
      stderr: 'faiwatch: There is no firmware 9.9.9 for s2-mini.\n',
    });
    expect((await run('remove', '1.1.0', '--board', 'toaster')).code).toBe(2);
  });

  test('list says when files are lost; adding again brings them back', async () => {
    const folder = join(firmwareDir(data), 's2-mini', '1.1.0');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '');
    expect((await run('list')).stdout).toContain('its files are lost; add it again');
    const [manifest = ''] = readdirSync(dir).filter((name) => name.endsWith('.json'));
    expect(basename(manifest)).toBe('faiwatch-firmware-s2-mini-1.1.0.json');
    expect((await run('add', join(dir, manifest))).stdout).toBe(
      's2-mini 1.1.0: is there already\n',
    );
    expect(await list()).toMatchObject([{ is_missing: false }]);
  });
});
