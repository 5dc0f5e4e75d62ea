/** Whatever happens, a customer hears all of what is theirs, once, and nothing of anybody else's. */
import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beat, report } from '../../../tests/support/beats.ts';
import {
  makeCustomer,
  makeDevice,
  makeTestMonitor,
  openTestStore,
  type TestMonitor,
  testActor,
} from '../../../tests/support/monitor.ts';
import { runs } from '../../../tests/support/runs.ts';
import { StreamReader, settle } from '../../../tests/support/stream-reader.ts';
import { acknowledgeOutages } from '../../actions/alerts/acknowledge-outages.ts';
import { enrolDevice } from '../../actions/devices/enrol-device.ts';
import { releaseDevice } from '../../actions/devices/release-device.ts';
import { ChangeFeed } from '../../actions/feed/change-feed.ts';
import { flushVitals } from '../../actions/fleet/flush-vitals.ts';
import { loadFleet } from '../../actions/fleet/load-fleet.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import { rollUpHeartbeats } from '../../actions/fleet/roll-up-heartbeats.ts';
import { createKeys } from '../../actions/keys/create-keys.ts';
import { transferKey } from '../../actions/keys/transfer-key.ts';
import { startSession } from '../../actions/people/start-session.ts';
import { generateActivationKey } from '../../domain/keys/activation-key.ts';
import { activationKeys } from '../../store/keys/tables.ts';
import { findCustomer } from '../../store/people/customers.ts';
import { StreamHub } from './stream-hub.ts';

const customerCount = 3;
const deviceCount = 3;
const who = fc.nat(customerCount - 1);
const which = fc.nat(deviceCount - 1);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      which,
      type: fc.constantFrom('POWER_DOWN' as const, 'POWER_RECOVER' as const),
      ageSeconds: fc.oneof(fc.constant(0), fc.nat(300)),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('beat' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.nat(200) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('transfer' as const), which, who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), which, who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('acknowledge' as const), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('leave' as const), who }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('come back' as const), who }) },
  fc.constantFrom({ do: 'restart server' as const }, { do: 'roll up' as const }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One customer at their page. */
interface Listener {
  readonly customerId: number;
  reader: StreamReader | null;
  /** How many messages of this reader were looked at. */
  checked: number;
  lastId: string | null;
  /** Ids of events that they may see and have not heard of. */
  readonly missed: Set<number>;
  readonly heard: Set<number>;
}

interface EventRow {
  readonly id: number;
  readonly customerId: number | null;
  readonly owner: number | null;
  readonly isSince: number;
}

class Walk {
  readonly #store = openTestStore();
  #monitor: TestMonitor = makeTestMonitor({ store: this.#store });
  #hub = this.#makeHub();
  readonly #listeners: readonly Listener[];
  readonly #deviceIds: readonly string[];
  #newestEvent = 0;
  #seq = 0;

  constructor() {
    this.#listeners = Array.from({ length: customerCount }, () => ({
      customerId: makeCustomer(this.#monitor),
      reader: null,
      checked: 0,
      lastId: null,
      missed: new Set<number>(),
      heard: new Set<number>(),
    }));
    this.#deviceIds = Array.from({ length: deviceCount }, (_, index) => {
      const customerId = this.#listener(index % customerCount).customerId;
      const device = makeDevice(this.#monitor, { customerId });
      const keyCode = generateActivationKey((n) => crypto.getRandomValues(new Uint8Array(n)));
      this.#store.db
        .update(activationKeys)
        .set({ keyCode })
        .where(eq(activationKeys.deviceRow, device.row))
        .run();
      return device.deviceId;
    });
  }

  async begin(): Promise<void> {
    for (const listener of this.#listeners) await this.#comeBack(listener);
  }

  async take(one: Step): Promise<void> {
    this.#monitor.time.advanceMs(100);
    await this.#do(one);
    this.#hub.tick(this.#monitor.clock());
    await settle();
    this.#noteEvents();
    for (const listener of this.#listeners) this.#check(listener);
  }

  /** At last everybody comes back, and then has missed nothing. */
  async finish(): Promise<void> {
    for (const listener of this.#listeners) {
      await this.#comeBack(listener);
      expect(listener.missed).toEqual(new Set());
    }
  }

  async #do(one: Step): Promise<void> {
    const monitor = this.#monitor;
    const now = monitor.clock();
    switch (one.do) {
      case 'report': {
        const device = this.#device(one.which);
        const said = report(one.type, { age_ms: one.ageSeconds * 1000 });
        await recordEvents(monitor, device, [said], 'mqtt', now);
        return;
      }
      case 'beat':
        this.#seq += 1;
        return recordHeartbeat(
          monitor,
          this.#device(one.which),
          beat({ seq: this.#seq }),
          'mqtt',
          now,
        );
      case 'wait':
        for (let second = 0; second < one.seconds; second += 1) {
          await monitor.advance(1);
          this.#hub.tick(monitor.clock());
        }
        return;
      case 'transfer': {
        const key = this.#keyOf(one.which);
        const { customerId } = this.#listener(one.who);
        if (key !== null) transferKey(monitor, key, { customerId }, testActor, now);
        return;
      }
      case 'release':
        return this.#release(one.which, this.#listener(one.who).customerId);
      case 'acknowledge': {
        const { customerId } = this.#listener(one.who);
        const outageIds = this.#store.sqlite.query('SELECT id FROM outages').values().map(Number);
        acknowledgeOutages(monitor, { customerId, outageIds, actor: testActor }, now);
        return;
      }
      case 'leave': {
        const listener = this.#listener(one.who);
        this.#check(listener);
        listener.lastId = listener.reader?.lastId ?? listener.lastId;
        await listener.reader?.cancel();
        listener.reader = null;
        return;
      }
      case 'come back':
        return this.#comeBack(this.#listener(one.who));
      case 'roll up':
        rollUpHeartbeats(monitor, now);
        return;
      case 'restart server':
        return this.#restart();
    }
  }

  /** Released, and at once enrolled by whomever. */
  #release(which: number, customerId: number): void {
    const monitor = this.#monitor;
    const now = monitor.clock();
    const { deviceId } = this.#device(which);
    releaseDevice(monitor, deviceId, testActor, now);
    const phone = findCustomer(this.#store, customerId)?.phone ?? '';
    const order = { count: 1, purchaseType: 'key_only', deviceType: null, phone } as const;
    const [activation_key = ''] = createKeys(monitor, order, testActor, now);
    const board = { device_type: 's2-mini', firmware_version: '1.0.0' } as const;
    enrolDevice(monitor, { ...board, device_id: deviceId, activation_key, phone }, now);
  }

  async #comeBack(listener: Listener): Promise<void> {
    const { customerId, lastId } = listener;
    if (listener.reader !== null && listener.reader.end === null) return;
    const now = this.#monitor.clock();
    const tokenVersion = findCustomer(this.#store, customerId)?.tokenVersion ?? 0;
    const claims = startSession(
      this.#monitor,
      { kind: 'customer', id: customerId, tokenVersion },
      { method: 'key', address: '', userAgent: null },
      now,
    );
    const rights = { recipientId: null, isOwner: true };
    const account = { ...claims, kind: 'customer', name: '', phone: '', ...rights } as const;
    const stream = this.#hub.open(
      {
        account,
        expiresAt: Number.MAX_SAFE_INTEGER,
        lastEventId: listener.reader?.lastId ?? lastId,
        line: { signal: new AbortController().signal, setIdleTimeout: () => {} },
      },
      now,
    );
    listener.reader = new StreamReader(stream);
    listener.checked = 0;
    await settle();
    this.#noteEvents();
    this.#check(listener);
  }

  async #restart(): Promise<void> {
    this.#hub.close();
    await settle();
    for (const listener of this.#listeners) this.#check(listener);
    flushVitals(this.#monitor);
    const wallMs = this.#monitor.time.wallMs + 2_000;
    this.#monitor = makeTestMonitor({ store: this.#store });
    this.#monitor.time.wallMs = wallMs;
    loadFleet(this.#monitor, this.#monitor.clock());
    this.#hub = this.#makeHub();
  }

  #makeHub(): StreamHub {
    return new StreamHub(this.#monitor, new ChangeFeed(this.#monitor));
  }

  /** What is new in the timeline is owed to whoever may see it. */
  #noteEvents(): void {
    for (const row of this.#readEvents(this.#newestEvent)) {
      this.#newestEvent = row.id;
      const listener = this.#listeners.find(({ customerId }) => customerId === row.customerId);
      if (listener !== undefined && isVisible(row)) listener.missed.add(row.id);
    }
    // What was taken back, or went to another customer before it was heard, is owed no more.
    const byId = new Map(this.#readEvents(0).map((row) => [row.id, row]));
    for (const { missed } of this.#listeners) {
      for (const id of missed) {
        const row = byId.get(id);
        if (row === undefined || !isVisible(row)) missed.delete(id);
      }
    }
  }

  #readEvents(after: number): EventRow[] {
    return this.#store.sqlite
      .query<EventRow, [number]>(`
        SELECT e.id, e.customer_id AS customerId, d.customer_id AS owner,
          e.occurred_at >= d.owned_since AS isSince
        FROM events e JOIN devices d ON d.id = e.device_row
        WHERE e.id > ? AND e.event_type <> 'HEARTBEAT' ORDER BY e.id`)
      .all(after);
  }

  #check(listener: Listener): void {
    const { reader, customerId, missed, heard } = listener;
    if (reader === null) return;
    const told = reader.told.slice(listener.checked);
    listener.checked = reader.told.length;
    for (const { name, data } of told) {
      expect(name).not.toBe('reset');
      if (name === 'event') {
        expect(heard.has(data.id)).toBe(false);
        heard.add(data.id);
        missed.delete(data.id);
        const row = this.#readEvents(data.id - 1)[0];
        const rights = { customerId, owner: customerId, isSince: 1 };
        if (row?.id === data.id) expect(row).toMatchObject(rights);
      }
      if (name === 'device') this.#checkDevice(data.device_id, data.outage?.id ?? null, customerId);
      if (name === 'heard') {
        for (const { device_id } of data.devices) this.#checkDevice(device_id, null, customerId);
      }
    }
    if (reader.end === null) expect(missed).toEqual(new Set());
  }

  #checkDevice(deviceId: string, outageId: number | null, customerId: number): void {
    const { sqlite } = this.#store;
    const owner = sqlite.query('SELECT customer_id FROM devices WHERE device_id = ?');
    expect(owner.values(deviceId)).toEqual([[customerId]]);
    if (outageId === null) return;
    const sufferer = sqlite.query('SELECT customer_id FROM outages WHERE id = ?');
    expect(sufferer.values(outageId)).toEqual([[customerId]]);
  }

  #listener(index: number): Listener {
    const listener = this.#listeners[index];
    if (listener === undefined) throw new Error(`there is no listener ${index}`);
    return listener;
  }

  #device(index: number) {
    const device = this.#monitor.fleet.get(this.#deviceIds[index] ?? '');
    if (device === undefined) throw new Error(`there is no device ${index}`);
    return device;
  }

  #keyOf(index: number): string | null {
    const { row } = this.#device(index);
    const { db } = this.#store;
    const where = eq(activationKeys.deviceRow, row);
    return db.select().from(activationKeys).where(where).get()?.keyCode ?? null;
  }
}

function isVisible(row: EventRow): boolean {
  return row.customerId === row.owner && row.isSince === 1;
}

test('in a random walk, customers hear all their changes once and none of others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const walk = new Walk();
      await walk.begin();
      for (const one of steps) await walk.take(one);
      await walk.finish();
    }),
    { numRuns: runs(25) },
  );
}, 600_000);
