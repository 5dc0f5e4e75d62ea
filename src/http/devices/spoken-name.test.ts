import { beforeEach, expect, test } from 'bun:test';
import { HttpWorld, refused } from '../../../tests/support/http-world.ts';
import { handOver, makeCustomer, makeDevice, testActor } from '../../../tests/support/monitor.ts';
import { deleteDevice } from '../../actions/devices/delete-device.ts';
import { releaseDevice } from '../../actions/devices/release-device.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { decodeMuLaw, encodeMuLaw, sampleRate, wavOf } from '../../domain/wav.ts';
import { auditLog } from '../../store/people/tables.ts';

let world: HttpWorld;
let owner: string;
let customerId: number;
let device: LiveDevice;
let path: string;

beforeEach(async () => {
  world = new HttpWorld();
  const { monitor } = world;
  Object.assign(monitor, { channels: new Set(['telegram', 'call']) });
  customerId = makeCustomer(monitor);
  device = makeDevice(monitor, { customerId });
  owner = await world.customer(customerId);
  path = `/api/customer/devices/${device.deviceId}/spoken-name`;
});

const tone = (seconds: number) =>
  Int16Array.from({ length: seconds * sampleRate }, (_, at) => 8_000 * Math.sin(at / 3));
/** µ-law has two codes for nothing; one of them is kept. */
const twice = (samples: Int16Array) => encodeMuLaw(decodeMuLaw(encodeMuLaw(samples)));
const file = (seconds: number) => wavOf(twice(tone(seconds)), 'mu-law');
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const kept = () => world.monitor.store.sqlite.query('SELECT * FROM spoken_names').all();

test('is kept as telephones carry it, replaced, and deleted', async () => {
  expect((await world.get(path, owner)).body.data).toEqual({ recorded_at: null, sound: null });
  const sound = base64(file(5));
  expect(await world.put(path, owner, { sound })).toMatchObject({ status: 200 });
  expect((await world.get(path, owner)).body.data).toEqual({
    recorded_at: '2026-01-15T05:00:00.000Z',
    sound,
  });
  // Sixteen bits are made eight.
  const samples = tone(1);
  const pcm = wavOf(new Uint8Array(samples.buffer), 'pcm');
  expect(await world.put(path, owner, { sound: base64(pcm) })).toMatchObject({ status: 200 });
  const { sound: eight } = (await world.get(path, owner)).body.data;
  expect(eight).toBe(base64(wavOf(encodeMuLaw(samples), 'mu-law')));
  expect(kept()).toHaveLength(1);
  expect(await world.delete(path, owner)).toMatchObject({ status: 200 });
  expect(kept()).toEqual([]);
  expect(await world.delete(path, owner)).toMatchObject(refused(404, 'NOT_FOUND'));
  // It is noted that there was a name, and no sound of it.
  expect(world.monitor.store.db.select().from(auditLog).all()).toMatchObject([
    { action: 'device.speak-name', before: null, after: null, subject: device.deviceId },
    { action: 'device.speak-name' },
    { action: 'device.unspeak-name' },
  ]);
});

test('nothing of a file is kept but its sound', async () => {
  const bytes = file(1);
  const hidden = new TextEncoder().encode('LIST\u0010\0\0\0hidden in a file');
  const withMore = new Uint8Array([...bytes.slice(0, 36), ...hidden, ...bytes.slice(36)]);
  await world.put(path, owner, { sound: base64(withMore) });
  expect((await world.get(path, owner)).body.data.sound).toBe(base64(bytes));
});

test.each([
  ['no base64', 'ä', /^sound: must be base64/],
  ['no sound', base64(new TextEncoder().encode('RIFF and no more')), /^sound: no WAV file/],
  ['cut in its head', base64(file(1).slice(0, 30)), /^sound: no sound in it/],
  ['a click', base64(file(0.1)), /^sound: shorter than 0.2 seconds/],
  ['too long', base64(file(5.04)), /^sound: longer than 5 seconds/],
  ['much too long', base64(file(5.7)), /^sound: must be at most 54000/],
])('refuses what is %s', async (_, sound, error) => {
  const answer = await world.put(path, owner, { sound });
  expect(answer.body.error).toMatch(error);
  expect(answer).toMatchObject(refused(400, 'VALIDATION'));
  expect(kept()).toEqual([]);
});

test('refuses another rate, and two channels', async () => {
  for (const [at, value, error] of [
    [24, 44_100, /44100 Hz instead of 8000/],
    [22, 2, /more than one channel/],
  ] as const) {
    const bytes = file(1);
    new DataView(bytes.buffer).setUint16(at, value, true);
    const answer = await world.put(path, owner, { sound: base64(bytes) });
    expect(answer.body.error).toMatch(error);
    expect(answer).toMatchObject(refused(400, 'VALIDATION'));
  }
});

test('a file that lasts longer than a body may hold is refused before it is read', async () => {
  const answer = await world.put(path, owner, { sound: 'A'.repeat(80_000) });
  expect(answer).toMatchObject(refused(413, 'PAYLOAD_TOO_LARGE'));
});

test('is the owner’s alone', async () => {
  const sound = base64(file(1));
  await world.put(path, owner, { sound });
  const stranger = await world.customer(makeCustomer(world.monitor));
  const guest = await world.guest(customerId);
  for (const [token, refusal] of [
    [stranger, refused(404, 'NOT_FOUND')],
    [guest, refused(403, 'FORBIDDEN')],
    [await world.admin(), refused(403, 'FORBIDDEN')],
  ] as const) {
    expect(await world.get(path, token)).toMatchObject(refusal);
    expect(await world.put(path, token, { sound })).toMatchObject(refusal);
    expect(await world.delete(path, token)).toMatchObject(refusal);
  }
  expect(kept()).toHaveLength(1);
});

test('sixty an hour are saved', async () => {
  const sound = base64(file(0.3));
  for (let saved = 0; saved < 60; saved += 1) await world.put(path, owner, { sound });
  expect(await world.put(path, owner, { sound })).toMatchObject(refused(429, 'RATE_LIMITED'));
});

test('where nobody is called nothing is recorded, and what is kept can be deleted', async () => {
  await world.put(path, owner, { sound: base64(file(1)) });
  Object.assign(world.monitor, { channels: new Set(['telegram']) });
  const answer = await world.put(path, owner, { sound: base64(file(1)) });
  expect(answer).toMatchObject(refused(409, 'CONFLICT'));
  expect(await world.delete(path, owner)).toMatchObject({ status: 200 });
});

test('goes with the site, be it released, handed over or deleted', async () => {
  const { monitor } = world;
  const now = monitor.clock();
  const save = () => world.put(path, owner, { sound: base64(file(1)) });
  await save();
  const other = makeCustomer(monitor);
  handOver(monitor, device, other);
  expect(kept()).toEqual([]);
  const others = await world.customer(other);
  expect((await world.get(path, others)).body.data.sound).toBeNull();
  await world.put(path, others, { sound: base64(file(1)) });
  releaseDevice(monitor, device.deviceId, testActor, now);
  expect(kept()).toEqual([]);
  const second = makeDevice(monitor, { customerId });
  path = `/api/customer/devices/${second.deviceId}/spoken-name`;
  await save();
  deleteDevice(monitor, second.deviceId, testActor, now);
  expect(kept()).toEqual([]);
});

test('is among what its owner takes along', async () => {
  const sound = base64(file(1));
  await world.put(path, owner, { sound });
  const { text } = await world.get('/api/customer/data', owner);
  expect(JSON.parse(text).spoken_names).toEqual([
    { device_id: device.deviceId, recorded_at: '2026-01-15T05:00:00.000Z', wav_base64: sound },
  ]);
});
