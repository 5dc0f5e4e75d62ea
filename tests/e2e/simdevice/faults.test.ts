/**
 * The flash fails, power is lost in the middle of a write, or the whole device is killed. The server still hears of
 * every event exactly once, and the flash can always be read again.
 *
 * SIMDEVICE_SWEEP: how many places within each change it is torn at (default 1, in turn; 0: all of them).
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Prng } from '../../../src/domain/prng.ts';
import { waitFor } from '../wait-for.ts';
import { makePhone } from './key.ts';
import { ServedSite, type StoredEvent } from './served-site.ts';
import { SimDevice } from './sim-device.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await ServedSite.start();
}, 60_000);
afterAll(() => site?.[Symbol.asyncDispose]());

/** Sectors so few and small that the ring goes round within one try. */
const flash = ['--flash-sectors', '4', '--flash-sector-size', '256'];
const changes = 10;
const holdMs = 3_000;
/** Bytes of a record, of a sector's header, and nothing at all. */
const tears = [0, 4, 8, 16, 20, 32, 36, 40];

interface Fault {
  readonly command: 'flash-fail' | 'flash-cut';
  /** Which change of the flash fails, counted from 1. */
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
  await site.addKeys(faults.length);
  // A few tries run at a time, since most of a try is waiting.
  const count = faults.length;
  let hits = 0;
  const work = async () => {
    for (let fault = faults.shift(); fault !== undefined; fault = faults.shift()) {
      if ((await tryFault(fault)).isHit) hits++;
    }
  };
  await Promise.all([work(), work(), work()]);
  // The last changes of the first try were made before the fault was armed.
  expect(hits).toBeGreaterThan(count * 0.8);
}, 120_000);

/** A board without Wi-Fi whose mains comes and goes. Then it gets Wi-Fi and reports everything. */
async function tryFault(fault?: Fault): Promise<{ flashChanges: number; isHit: boolean }> {
  await using device = await SimDevice.start({
    server: site.server.url,
    key: site.takeKey(),
    phone: makePhone(),
    args: ['--mains-sense', '--transport', 'http', '--time-scale', '500', ...flash],
  });
  const told = () => inOrder(site.reports(device), bootsOf(device));
  try {
    // The board has to learn the time once. Otherwise events of other boots have no age.
    await device.expectEvent({ event: 'http', state: 'answered', path: /heartbeat/, status: 200 });
    await device.make('wifi off');
    if (fault !== undefined) await device.make(`${fault.command} ${fault.change} ${fault.tornAt}`);
    await device.make(`flicker ${changes} ${holdMs}`);
    await device.expectEvent({ event: 'flickered' });
    await device.make('wifi on');
    await waitFor(`${changes} events`, () => told().length >= changes);
    expectAlternating(told());
    const { flash_changes: flashChanges } = await status(device);

    // After one more start the flash can be read, and no more events are sent.
    await device.make('reset');
    const { t } = await device.expectEvent({ event: 'boot', reset_reason: 'external' });
    await waitFor('heartbeat after the reset', () => beatsAfter(device, t) >= 2);
    expect(told()).toHaveLength(changes);
    const isHit = device.events({ event: 'flash', state: /failed|power cut/ }).length > 0;
    return { flashChanges, isHit };
  } catch (error) {
    const lines = told().map(({ event_type, boot_id, seq }) => `${event_type} ${boot_id} ${seq}`);
    throw new Error(`${JSON.stringify(fault)}: ${error}\nTold:\n${lines.join('\n')}`);
  }
}

test('killed again and again while it is offline, it tells every change once and in order', async () => {
  const random = new Prng('kills');
  const dir = await mkdtemp(join(tmpdir(), 'simdevice-kills-'));
  const key = site.takeKey();
  const phone = makePhone();
  const boots: string[] = [];
  const start = () =>
    SimDevice.start({
      store: join(dir, 'store'),
      server: site.server.url,
      key,
      phone,
      args: ['--mains-sense', '--transport', 'http', '--time-scale', '100', ...flash],
    });
  try {
    for (let life = 0; life < 12; life++) {
      await using device = await start();
      await waitFor('end of the replay', () => isDone(device));
      boots.push(...bootsOf(device));
      await device.make('wifi off');
      device.tell('flicker 1000 1500');
      await Bun.sleep(random.between(30, 200));
      await device.kill();
    }
    await using device = await start();
    await waitFor('end of the replay', () => isDone(device));
    boots.push(...bootsOf(device));
    const told = inOrder(site.reports(device), boots);
    expect(told.length).toBeGreaterThan(20);
    expectAlternating(told);
    expect(told.at(-1)?.event_type).toBe('POWER_RECOVER');
    // No try is still running.
    const open = site.outages(device).filter(({ recover_at }) => recover_at === null);
    expect(open).toEqual([]);
  } finally {
    await rm(dir, { recursive: true });
  }
}, 60_000);

/** The board's last three messages were heartbeats, so it has no more events. */
function isDone(device: SimDevice): boolean {
  const said = device.events({ event: 'http', state: 'answered' }).slice(-3);
  return said.length === 3 && said.every(({ path }) => /heartbeat/.test(String(path)));
}

/** Losses and returns alternate, so no change is missing between two others. */
function expectAlternating(events: readonly StoredEvent[]): void {
  const wanted = events.map((_, at) => (at % 2 === 0 ? 'POWER_DOWN' : 'POWER_RECOVER'));
  expect(events.map(({ event_type }) => event_type)).toEqual(wanted);
}

/** Times by the board's own count. The server's clock is hundreds of times slower. */
function inOrder(events: readonly StoredEvent[], boots: readonly string[]): StoredEvent[] {
  return events.toSorted(
    (a, b) => boots.indexOf(a.boot_id) - boots.indexOf(b.boot_id) || a.seq - b.seq,
  );
}

/** Its boots that have sent a heartbeat, one after the other. */
function bootsOf(device: SimDevice): string[] {
  const beats = device.events({ event: 'http', state: 'started', path: /heartbeat/ });
  const ids = beats.map(({ body }) => /"boot_id":"([0-9a-f]{8})"/.exec(String(body))?.[1] ?? '');
  return [...new Set(ids)];
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
