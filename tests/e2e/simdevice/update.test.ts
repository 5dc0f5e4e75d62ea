/**
 * Firmware updates: from the real server as an operator rolls them out and as a burglar changes them,
 * and from one that offers what it never would.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firmwareDir } from '../../../src/installation/paths.ts';
import { FirmwareShelf } from '../../../src/store/firmware/firmware-shelf.ts';
import {
  makeImage,
  makeReleaseKey,
  type ReleaseOptions,
  sha256Of,
  signRelease,
  testPublicPem,
  toPem,
  trustTestKey,
  writeRelease,
} from '../../support/firmware.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../wait-for.ts';
import { makeKey, phone } from './key.ts';
import { ServedSite } from './served-site.ts';
import { SimDevice } from './sim-device.ts';
import { StubServer } from './stub-server.ts';

const dir = tempDir('update');
const releaseKey = join(dir, 'release-key.pem');
const otherKey = join(dir, 'other-key.pem');
let site: ServedSite;

beforeAll(async () => {
  writeFileSync(releaseKey, testPublicPem);
  writeFileSync(otherKey, toPem(makeReleaseKey().publicKey));
  // Heartbeats are written only now and then; here more often.
  site = await ServedSite.start({}, { env: { FAIWATCH_FLUSH_INTERVAL: '1' } });
  await site.addKeys(8);
  trustTestKey(site.home.data.dir);
}, 60_000);
afterAll(() => site?.[Symbol.asyncDispose]());

/** Time enough for a look at the server's disk. */
const flushedMs = 20_000;
/** A board that looks for updates minutes after its start, which are seconds here. */
const updating = ['--release-key', releaseKey, '--time-scale', '60'];

test.concurrent('a new version is fetched, tried and kept; a power cut in the middle only delays it', async () => {
  await using device = await site.install(1, ...updating);
  await release(device, '1.1.0', { payload: new Uint8Array(400_000).fill(0x42) });
  await device.expectEvent({ event: 'ota', state: 'begun' }, 30_000);
  device.tell('power-cut 50');
  await device.expectEvent({ event: 'boot', reset_reason: 'power_on', firmware_version: '1.0.0' });

  await device.expectEvent({ event: 'ota', state: 'finished', version: '1.1.0' }, 30_000);
  await device.expectEvent({ event: 'boot', reset_reason: 'software', firmware_version: '1.1.0' });
  await device.expectEvent({ event: 'ota', state: 'valid' });
  await waitFor(
    'version at the server',
    () => firmwareOf(device)?.firmware_version === '1.1.0',
    flushedMs,
  );
  // From now on it is what boots, whatever happens.
  device.tell('crash');
  await device.expectEvent({ event: 'boot', reset_reason: 'panic', firmware_version: '1.1.0' });
}, 90_000);

test.concurrent('a version that crashes is rolled back and reported, and the next one is taken', async () => {
  await using device = await site.install(2, '--board', 't-display', ...updating);
  const crashing = new TextEncoder().encode('crash '.repeat(500));
  await release(device, '1.2.0', { board: 't-display', payload: crashing });
  await device.expectEvent({ event: 'boot', firmware_version: '1.2.0', on_trial: true }, 30_000);
  await device.expectEvent({ event: 'reset', reason: 'panic' });
  await device.expectEvent({ event: 'boot_loader', state: 'rolled back' });
  await device.expectEvent({ event: 'boot', firmware_version: '1.0.0', on_trial: false });
  await waitFor(
    'failure at the server',
    () => firmwareOf(device)?.update_failed === '1.2.0',
    flushedMs,
  );
  expect(await site.home.runForJson('firmware', 'list')).toContainEqual(
    expect.objectContaining({ version: '1.2.0', failed_count: 1, installed_count: 0 }),
  );

  // The board does not take the failed version again, but the one that mends it.
  await release(device, '1.2.1', { board: 't-display' });
  await device.expectEvent({ event: 'boot', firmware_version: '1.2.1', on_trial: true }, 30_000);
  await device.expectEvent({ event: 'ota', state: 'valid' });
  expect(device.events({ event: 'boot', firmware_version: '1.2.0' })).toHaveLength(1);
  await waitFor(
    'new version at the server',
    () => {
      const seen = firmwareOf(device);
      return seen?.firmware_version === '1.2.1' && seen.update_failed === null;
    },
    flushedMs,
  );
}, 90_000);

test.concurrent('a version that does not find the server gives itself up after a quarter of an hour', async () => {
  await using device = await site.install(3, '--board', 's2-test', ...updating);
  const payload = new Uint8Array(400_000).fill(0x42);
  await release(device, '1.3.0', { board: 's2-test', payload });
  await device.expectEvent({ event: 'ota', state: 'begun' }, 30_000);
  // The line has to be cut between the restart and the first heartbeat.
  device.tell('time-scale 1');
  await device.expectEvent({ event: 'ota', state: 'finished', version: '1.3.0' });
  device.tell('internet off');
  await device.expectEvent({ event: 'boot', firmware_version: '1.3.0', on_trial: true });
  device.tell('time-scale 200');
  const { up: gaveUpAt = 0 } = await device.expectEvent(
    { event: 'ota', state: 'rolling back' },
    30_000,
  );
  expect(gaveUpAt).toBeGreaterThanOrEqual(900_000);
  expect(gaveUpAt).toBeLessThan(960_000);
  device.tell('internet on');
  await device.expectEvent({ event: 'boot', firmware_version: '1.0.0' });
  await waitFor(
    'failure at the server',
    () => firmwareOf(device)?.update_failed === '1.3.0',
    flushedMs,
  );
}, 90_000);

test.concurrent('a power cut during the trial of a version is not held against it', async () => {
  await using device = await site.install(5, ...updating);
  await release(device, '1.1.3', { payload: new Uint8Array(400_000).fill(0x42) });
  for (let cuts = 0; cuts < 2; cuts++) {
    await device.expectEvent({ event: 'ota', state: 'begun' }, 30_000);
    // The power has to go between the restart and the first heartbeat.
    device.tell('time-scale 1');
    await device.expectEvent({ event: 'ota', state: 'finished', version: '1.1.3' });
    device.tell('internet off');
    await device.expectEvent({ event: 'boot', firmware_version: '1.1.3', on_trial: true });
    await device.make('power-cut 50');
    device.tell('internet on');
    await device.expectEvent({ event: 'boot_loader', state: 'rolled back' });
    await device.expectEvent({ event: 'boot', firmware_version: '1.0.0' });
    device.tell('time-scale 60');
  }
  await device.expectEvent({ event: 'boot', firmware_version: '1.1.3', on_trial: true }, 30_000);
  await device.expectEvent({ event: 'ota', state: 'valid' });
  await waitFor(
    'version at the server',
    () => firmwareOf(device)?.firmware_version === '1.1.3',
    flushedMs,
  );
  expect(firmwareOf(device)?.update_failed).toBeNull();
}, 120_000);

test.concurrent('a board that knows another release key downloads nothing', async () => {
  await using device = await site.install(4, '--release-key', otherKey, '--time-scale', '60');
  await release(device, '1.1.1', {});
  await device.expectEvent({ event: 'console', line: '* Update 1.1.1: bad signature' }, 30_000);
  expect(device.events({ event: 'ota' })).toEqual([]);
  expect(device.events({ event: 'http', path: /\/image/ })).toEqual([]);
}, 60_000);

/** What an intruder on the server can do without the release key. */
const breakIns: readonly (readonly [string, string, (version: string) => void, string])[] = [
  [
    'the image was changed on its disk',
    '1.4.0',
    (version) => {
      const path = imagePath(version);
      const bytes = readFileSync(path);
      bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    },
    'bad digest',
  ],
  [
    'its digest was changed along with the image',
    '1.4.1',
    (version) => {
      const bytes = readFileSync(imagePath(version));
      bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
      writeFileSync(imagePath(version), bytes);
      changeImage(version, 'sha256', sha256Of(bytes));
    },
    'bad signature',
  ],
  [
    'it was signed with another key',
    '1.4.2',
    (version) => {
      const image = { board: 's2-mini', version, app: readFileSync(imagePath(version)) };
      changeImage(version, 'signature', signRelease(image, makeReleaseKey().privateKey));
    },
    'bad signature',
  ],
  [
    'it was signed for another board',
    '1.4.3',
    (version) => {
      const image = { board: 's2-test', version, app: readFileSync(imagePath(version)) };
      changeImage(version, 'signature', signRelease(image));
    },
    'bad signature',
  ],
];

test.concurrent.each(breakIns)(
  'the real server offers what no board takes when %s',
  async (_, version, breakIn, words) => {
    const number = Number(version.split('.')[2]);
    await using device = await site.install(10 + number, ...updating);
    await release(device, version, {}, () => breakIn(version));
    await device.expectEvent({ event: 'console', line: `* Update ${version}: ${words}` }, 30_000);
    const downloads = device.events({ event: 'http', state: 'started', path: /\/image/ });
    expect(downloads.length > 0).toBe(words === 'bad digest');
    // The board keeps its firmware, also after a restart.
    device.tell('reset');
    await device.expectEvent({ event: 'boot', firmware_version: '1.0.0', on_trial: false });
    await device.expectEvent({ event: 'mqtt', state: 'acknowledged' });
    expect(firmwareOf(device)?.firmware_version).toBe('1.0.0');
    expect(await site.home.runForJson('firmware', 'list')).toContainEqual(
      expect.objectContaining({ version, installed_count: 0 }),
    );
  },
  90_000,
);

test('the real server takes in nothing that the release key has not signed', async () => {
  const manifest = writeRelease(dir, {
    version: '1.5.0',
    app: makeImage({ version: '1.5.0' }),
    signWith: makeReleaseKey().privateKey,
  });
  const { code, stderr } = await site.home.run('firmware', 'add', manifest);
  expect(code).not.toBe(0);
  expect(stderr).toContain('signature');
  expect(await site.home.runForJson('firmware', 'list')).not.toContainEqual(
    expect.objectContaining({ version: '1.5.0' }),
  );
});

// The server does not offer these, even if its files were changed: it compares versions and lengths itself.
const app = makeImage({ version: '2.0.0' });
const sound = { version: '2.0.0', app };

const wrongOffers: readonly (readonly [string, Offer, string])[] = [
  ['the image breaks off', { ...sound, sent: app.subarray(0, app.length / 2) }, 'interrupted'],
  ['the image goes on after its end', { ...sound, sent: Buffer.concat([app, app]) }, 'interrupted'],
  [
    'the image is for another chip',
    { version: '2.0.0', app: makeImage({ version: '2.0.0', chipId: 0 }) },
    'not installed',
  ],
  [
    'the version is older',
    { version: '0.9.0', app: makeImage({ version: '0.9.0' }) },
    'nothing newer',
  ],
];

test.concurrent.each(wrongOffers)(
  'an update is refused when %s',
  async (_, offer, words) => {
    using server = await StubServer.start();
    offerFirmware(server, offer);
    await using device = await SimDevice.start({
      server: server.url,
      key: makeKey(),
      phone,
      args: ['--release-key', releaseKey, '--time-scale', '200'],
    });
    await device.expectEvent(
      { event: 'console', line: new RegExp(`^\\* Update ${offer.version}: ${words}$`) },
      20_000,
    );
    // It goes on as it is, also after a restart.
    device.tell('reset');
    await device.expectEvent({ event: 'boot', firmware_version: '1.0.0', on_trial: false });
    await server.expectHeartbeat(({ reset_reason }) => reset_reason === 'external');
  },
  60_000,
);

interface Offer {
  readonly version: string;
  readonly app: Uint8Array;
  /** What is sent in its place. */
  readonly sent?: Uint8Array;
}

function offerFirmware(server: StubServer, { version, app, sent = app }: Offer): void {
  const signature = signRelease({ board: 's2-mini', version, app });
  server.files.set('/api/device/v1/firmware', () =>
    Response.json({
      ok: true,
      version,
      size: app.length,
      sha256: sha256Of(app),
      signature,
      url: '/image.bin',
    }),
  );
  server.files.set('/image.bin', () => new Response(new Uint8Array(sent)));
}

/** Adds a release as an operator does, and rolls it out to one device. */
async function release(
  device: SimDevice,
  version: string,
  { board = 's2-mini', payload }: Pick<ReleaseOptions, 'board'> & { payload?: Uint8Array },
  beforeRollOut: () => void = () => {},
): Promise<void> {
  const chipId = board === 't-display' ? 0 : 2;
  const manifest = writeRelease(dir, {
    board,
    version,
    app: makeImage({ version, chipId, ...(payload && { payload }) }),
  });
  const added = await site.home.run('firmware', 'add', manifest);
  if (added.code !== 0) throw new Error(added.stderr);
  beforeRollOut();
  const rolledOut = await site.home.run(
    ...['firmware', 'rollout', version, '--board', board, '--device', device.deviceId],
  );
  if (rolledOut.code !== 0) throw new Error(rolledOut.stderr);
}

/** Where the server keeps the app of a release for the small board. */
function imagePath(version: string): string {
  return new FirmwareShelf(firmwareDir(site.home.data.dir)).pathOf(
    { board: 's2-mini', version },
    'app',
  );
}

function changeImage(version: string, column: 'sha256' | 'signature', value: string): void {
  site.home.data.write(
    `UPDATE firmware_images SET ${column} = ? WHERE version = ? AND board = 's2-mini'`,
    value,
    version,
  );
}

function firmwareOf(device: SimDevice) {
  return site.home.data.read<{ firmware_version: string; update_failed: string | null }>(
    'SELECT firmware_version, update_failed FROM devices WHERE device_id = ?',
    device.deviceId,
  )[0];
}
