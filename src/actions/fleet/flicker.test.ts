import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { beat, report } from '../../../tests/support/beats.ts';
import { makeDevice, makeTestMonitor } from '../../../tests/support/monitor.ts';
import { runs } from '../../../tests/support/runs.ts';
import { outages } from '../../store/alerts/tables.ts';
import { loadFleet } from './load-fleet.ts';
import { recordEvents } from './record-events.ts';
import { recordHeartbeat } from './record-heartbeat.ts';

/** `flip`: power goes or comes. `send`: the oldest report is tried, if none is on its way. */
type Action = 'flip' | 'beat' | 'send' | 'kill';

const step = fc.tuple(
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('flip', 'beat', 'send') },
    { weight: 1, arbitrary: fc.constant('kill') },
  ) as fc.Arbitrary<Action>,
  fc.record({
    /** How long after the step before. Two things never happen at the very same moment. */
    afterMs: fc.integer({ min: 1, max: 2_500 }),
    /** How long a message is on its way. */
    delayMs: fc.nat(900),
  }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const wait = (afterMs: number) => ({ afterMs, delayMs: 0 });

/** A board whose power flickers, on one connection to a server that may be killed. */
class FlickeringBoard {
  #monitor = makeTestMonitor();
  #device = makeDevice(this.#monitor);
  #seq = 0;
  #power: 'UP' | 'DOWN' = 'UP';
  readonly #reports: {
    readonly seq: number;
    readonly power: 'UP' | 'DOWN';
    readonly at: number;
  }[] = [];
  /** Messages arrive in the order in which they were sent. */
  readonly #line: { readonly at: number; readonly arrive: () => unknown }[] = [];
  #isReportOnItsWay = false;
  losses = 0;

  async take([action, { afterMs, delayMs }]: Step): Promise<void> {
    await this.pass(afterMs);
    if (action === 'flip') this.#flip();
    else if (action === 'beat') this.beat(delayMs);
    else if (action === 'send') this.#send(delayMs);
    else this.#killServer();
  }

  /** Power stays, and the board tells all that it has to tell. */
  async settle(): Promise<void> {
    if (this.#power === 'DOWN') this.#flip();
    await this.pass(2_000);
    while (this.#reports.length > 0) {
      this.#send(100);
      await this.pass(1_000);
    }
    this.beat(0);
    await this.pass(1_000);
  }

  beat(delayMs: number): void {
    this.#seq += 1;
    const said = beat({ seq: this.#seq, power: this.#power });
    this.#post(delayMs, () =>
      recordHeartbeat(this.#monitor, this.#device, said, 'mqtt', this.#monitor.clock()),
    );
  }

  async pass(ms: number): Promise<void> {
    const { time } = this.#monitor;
    const until = time.wallMs + ms;
    for (;;) {
      const [next] = this.#line;
      if (next === undefined || next.at > until) break;
      this.#line.shift();
      time.advanceMs(next.at - time.wallMs);
      await next.arrive();
    }
    time.advanceMs(until - time.wallMs);
  }

  countStored(): { readonly outages: number; readonly losses: number } {
    const rows = this.#monitor.store.db.select().from(outages).all();
    return { outages: rows.length, losses: rows.reduce((sum, { flaps }) => sum + 1 + flaps, 0) };
  }

  #flip(): void {
    this.#power = this.#power === 'UP' ? 'DOWN' : 'UP';
    if (this.#power === 'DOWN') this.losses += 1;
    this.#seq += 1;
    this.#reports.push({ seq: this.#seq, power: this.#power, at: this.#monitor.time.wallMs });
  }

  #send(delayMs: number): void {
    const [first] = this.#reports;
    if (first === undefined || this.#isReportOnItsWay) return;
    this.#isReportOnItsWay = true;
    const said = report(first.power === 'DOWN' ? 'POWER_DOWN' : 'POWER_RECOVER', {
      seq: first.seq,
      age_ms: this.#monitor.time.wallMs - first.at,
    });
    this.#post(delayMs, async () => {
      await recordEvents(this.#monitor, this.#device, [said], 'mqtt', this.#monitor.clock());
      this.#reports.shift();
      this.#isReportOnItsWay = false;
    });
  }

  #post(delayMs: number, arrive: () => unknown): void {
    const at = this.#monitor.time.wallMs + delayMs;
    this.#line.push({ at: Math.max(at, this.#line.at(-1)?.at ?? at), arrive });
  }

  #killServer(): void {
    this.#line.length = 0;
    this.#isReportOnItsWay = false;
    const { store, time } = this.#monitor;
    this.#monitor = makeTestMonitor({ store });
    this.#monitor.time.wallMs = time.wallMs + 200;
    loadFleet(this.#monitor, this.#monitor.clock());
    const device = this.#monitor.fleet.get(this.#device.deviceId);
    if (device === undefined) throw new Error('the device was not loaded');
    this.#device = device;
  }
}

/** Walks that led astray once. */
const found: Step[][] = [
  // A loss that a heartbeat told of, of which neither its report nor that of the return before had come.
  [
    ['flip', wait(5)],
    ['flip', wait(5)],
    ['send', wait(5)],
    ['beat', wait(5)],
    ['flip', wait(5)],
    ['beat', wait(5)],
    ['send', wait(5)],
    ['kill', wait(5)],
    ['beat', wait(5)],
    ['kill', wait(5)],
  ],
  // The reports of a loss and of its return wait, and only heartbeats have told of both.
  [
    ['flip', wait(0)],
    ['beat', wait(0)],
    ['flip', wait(0)],
    ['beat', wait(0)],
    ['kill', wait(0)],
    ['flip', wait(0)],
  ],
];

test('a board that tells of its power by heartbeats alone has its losses counted, too', async () => {
  const board = new FlickeringBoard();
  for (let half = 0; half < 6; half += 1) {
    board.beat(0);
    await board.take(['flip', wait(1_000)]);
  }
  board.beat(0);
  await board.pass(1_000);
  expect(board.countStored()).toEqual({ outages: 1, losses: 3 });
});

test('each loss of power is counted once, whether a heartbeat or its report tells of it first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 25, size: 'max' }),
      async (steps) => {
        const board = new FlickeringBoard();
        board.beat(0);
        await board.pass(1_000);
        for (const one of steps) await board.take(one);
        await board.settle();
        const { losses } = board;
        expect(board.countStored()).toEqual({ outages: Math.min(losses, 1), losses });
      },
    ),
    { numRuns: runs(30), examples: found.map((steps) => [steps]) },
  );
}, 600_000);
