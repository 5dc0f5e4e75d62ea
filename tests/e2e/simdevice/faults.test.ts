/**
 * The flash fails, power is lost in the middle of a write, the whole device is killed: no event that
 * happened is lost, none is told twice as two, and what is in the flash can always be read again.
 *
 * SIMDEVICE_SWEEP: how many places within each change it is torn at (default 1, in turn; 0: all of them).
 */
import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Prng } from '../../../src/cli/simulate/prng.ts';
import { waitFor } from '../wait-for.ts';
import { makeKey, phone } from './key.ts';
import { SimDevice } from './sim-device.ts';
import { type HeardEvent, StubServer } from './stub-server.ts';

/** So few, and so small ones, that the ring goes round within one try. */
const flash = ['--flash-sectors', '4', '--flash-sector-size', '256'];
const changes = 10;
const holdMs = 3_000;
/** Bytes of a record, of a sector's header, and nothing at all. */
const tears = [0, 4, 8, 16, 20, 32, 36, 40];

interface Fault {
  readonly command: 'flash-fail' | 'flash-cut';
  /** The how-many-th change of the flash. */
  readonly change: number;
  readonly tornAt: number;
}

test('whichever change of the flash fails or is cut short, every event arrives once', async () => {
  const { flashChanges } = await tryFault();
  expect(flashChanges).toBeGreaterThan(2 * changes);
  const faults: Fault[] = [];
  const perChange = Number(process.env['SIMDEVICE_SWEEP'] ?? 1);
  for (let change = 1; change <= flashChanges; change++) {
    for (const [index, tornAt] of tears.entries()) {
      const isChosen = (index + change * 3) % tears.length < (perChange || tears.length);
      if (!isChosen) continue;
      faults.push({ command: 'flash-cut', change, tornAt });
      faults.push({ command: 'flash-fail', change, tornAt });
    }
  }
  // Two at a time: most of a try is waiting.
  const work = async () => {
    for (let fault = faults.shift(); fault !== undefined; fault = faults.shift()) {
      await tryFault(fault);
    }
  };
  await Promise.all([work(), work(), work()]);
}, 120_000);

/** A board without Wi-Fi whose mains comes and goes, and then everything is told. */
async function tryFault(fault?: Fault): Promise<{ flashChanges: number }> {
  using server = await StubServer.start();
  await using device = await SimDevice.start({
    server: server.url,
    key: makeKey(),
    phone,
    args: ['--mains-sense', '--transport', 'http', '--time-scale', '500', ...flash],
  });
  try {
    // It has to learn the time once: an event of another boot has no age otherwise.
    await server.expectHeartbeat(() => true);
    await device.make('wifi off');
    if (fault !== undefined) await device.make(`${fault.command} ${fault.change} ${fault.tornAt}`);
    await device.make(`flicker ${changes} ${holdMs}`);
    await device.expectEvent({ event: 'flickered' });
    await device.make('wifi on');
    expectAlternating(await server.expectEvents(changes));
    const { flash_changes: flashChanges } = await status(device);

    // Once more from the start: what the flash holds can be read, and nothing new comes out of it.
    await device.make('reset');
    const { t } = await device.expectEvent({ event: 'boot', reset_reason: 'external' });
    await waitFor('heartbeat after the reset', () => beatsAfter(device, t) >= 2);
    expect(server.events).toHaveLength(changes);
    return { flashChanges };
  } catch (error) {
    const told = server.events.map(({ type, boot_id, seq }) => `${type} ${boot_id} ${seq}`);
    throw new Error(`${JSON.stringify(fault)}: ${error}\nTold:\n${told.join('\n')}`);
  }
}

test('killed again and again while it is offline, it tells every change once and in order', async () => {
  const random = new Prng('kills');
  const dir = await mkdtemp(join(tmpdir(), 'simdevice-kills-'));
  using server = await StubServer.start();
  const key = makeKey();
  const start = () =>
    SimDevice.start({
      store: join(dir, 'store'),
      server: server.url,
      key,
      phone,
      args: ['--mains-sense', '--transport', 'http', '--time-scale', '100', ...flash],
    });
  try {
    for (let life = 0; life < 12; life++) {
      await using device = await start();
      await waitFor('end of the replay', () => isDone(device));
      await device.make('wifi off');
      device.tell('flicker 1000 1500');
      await Bun.sleep(random.between(30, 200));
      await device.kill();
    }
    await using device = await start();
    await waitFor('end of the replay', () => isDone(device));
    expect(server.events.length).toBeGreaterThan(20);
    expectAlternating(server.events);
    expect(server.events.at(-1)?.type).toBe('POWER_RECOVER');
  } finally {
    await rm(dir, { recursive: true });
  }
}, 60_000);

/** The last that it said were three heartbeats, so nothing else is left to say. */
function isDone(device: SimDevice): boolean {
  const said = device.events({ event: 'http', state: 'answered' }).slice(-3);
  return said.length === 3 && said.every(({ path }) => /heartbeat/.test(String(path)));
}

/** Power goes, comes, goes: whatever was torn, no change is missing between two others. */
function expectAlternating(events: readonly HeardEvent[]): void {
  const wanted = events.map((_, at) => (at % 2 === 0 ? 'POWER_DOWN' : 'POWER_RECOVER'));
  expect(events.map(({ type }) => type)).toEqual(wanted);
}

function beatsAfter(device: SimDevice, t: number): number {
  const sent = device.events({ event: 'http', state: 'answered', path: /heartbeat/ });
  return sent.filter((event) => event.t >= t).length;
}

async function status(device: SimDevice): Promise<{ flash_changes: number }> {
  device.tell('status');
  const event = await device.expectEvent({ event: 'status' });
  return { flash_changes: Number(event['flash_changes']) };
}
