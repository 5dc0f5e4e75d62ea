/**
 * Test support: a board that knows when it truly had power. It keeps reports until they are acknowledged, and waits longer
 * from try to try while nobody answers.
 */
import type {
  HeartbeatMessage,
  PowerReportMessage,
} from '../../src/domain/fleet/device-message.ts';
import type { Prng } from '../../src/domain/prng.ts';
import type { Transport } from '../../src/domain/states.ts';
import { beat } from './beats.ts';

/** What a board sends at a time. Settles with whether it was taken. */
export interface Sent {
  readonly deviceId: string;
  readonly transport: Transport;
  /** It is the first on its connection. */
  readonly isFirst: boolean;
  readonly beat?: HeartbeatMessage;
  readonly reports?: readonly PowerReportMessage[];
}

/** Epoch ms. `upAt` Infinity: power is not back. */
export interface Cut {
  readonly downAt: number;
  upAt: number;
  /** When the server took the first word after it. */
  endHeardAt: number;
}

const beatEveryMs = 10_000;
/** Without an answer for so long a board gives a connection up. */
const patienceMs = 12_000;
const mostWaitMs = 60_000;
/** How long it takes to start, ms. */
export const bootMs = 3_000;

export class GapsBoard {
  readonly deviceId: string;
  readonly transport: Transport;
  /** Without a battery it dies with the mains, and says so with its last breath. */
  readonly hasBattery: boolean;
  readonly cuts: Cut[] = [];
  readonly #random: Prng;
  readonly #say: (sent: Sent) => Promise<boolean> | null;
  #hasMains = true;
  #isRunning = true;
  #bootId: string;
  #bootedAt: number;
  #seq = 1;
  #reports: {
    readonly type: PowerReportMessage['type'];
    readonly seq: number;
    at: number;
    bootId: string;
  }[] = [];
  #isConnected = false;
  #failures = 0;
  #tryAt: number;
  #beatAt = 0;
  /** When what it sent last goes unanswered for too long. */
  #giveUpAt = Number.POSITIVE_INFINITY;
  #session = 0;

  /** @param say hands a message to the kernel; null: nobody listens there */
  constructor(
    of: { readonly deviceId: string; readonly transport: Transport; readonly hasBattery: boolean },
    random: Prng,
    now: number,
    say: (sent: Sent) => Promise<boolean> | null,
  ) {
    this.deviceId = of.deviceId;
    this.transport = of.transport;
    this.hasBattery = of.hasBattery;
    this.#random = random;
    this.#say = say;
    this.#bootId = makeBootId(random);
    this.#bootedAt = now;
    this.#tryAt = now;
  }

  get hasMains(): boolean {
    return this.#hasMains;
  }

  /** Everything that it had to say was taken. */
  get isHeard(): boolean {
    return this.#reports.length === 0 && this.#isConnected && this.#failures === 0;
  }

  losesMains(now: number): void {
    this.#hasMains = false;
    const never = Number.POSITIVE_INFINITY;
    this.cuts.push({ downAt: now, upAt: never, endHeardAt: never });
    this.#report('POWER_DOWN', now);
    this.tick(now);
    if (this.hasBattery) return;
    // What was on its way may arrive. The rest is lost with its memory.
    this.#isRunning = false;
    this.#drop();
    this.#reports = [];
  }

  regainsMains(now: number): void {
    this.#hasMains = true;
    const cut = this.cuts.at(-1);
    if (cut !== undefined) cut.upAt = now;
    if (this.hasBattery) {
      this.#report('POWER_RECOVER', now);
      this.tick(now);
      return;
    }
    this.#isRunning = true;
    this.#bootId = makeBootId(this.#random);
    this.#bootedAt = now;
    this.#seq = 1;
    this.#failures = 0;
    this.#tryAt = now + bootMs;
  }

  /** Its connection has ended, as the server has. */
  loses(now: number): void {
    if (this.#isConnected) this.#fail(now);
  }

  tick(now: number): void {
    if (!this.#isRunning) return;
    if (now >= this.#giveUpAt) this.#fail(now);
    if (!this.#isConnected && now < this.#tryAt) return;
    if (this.#giveUpAt < Number.POSITIVE_INFINITY) return;
    const [first] = this.#reports;
    if (first !== undefined) {
      // Over MQTT one after the other, over HTTP all of them at once.
      const told = this.transport === 'http' ? [...this.#reports] : [first];
      const reports = told.map(({ type, seq, bootId, at }) => ({
        ...{ boot_id: bootId, seq, type, age_ms: now - at },
      }));
      this.#send({ reports }, now, () => {
        this.#reports = this.#reports.filter((one) => !told.includes(one));
      });
    } else if (now >= this.#beatAt || !this.#isConnected) {
      this.#send({ beat: this.#beat(now) }, now, () => {});
    }
  }

  #send(message: Pick<Sent, 'beat' | 'reports'>, now: number, onTaken: () => void): void {
    const { deviceId, transport } = this;
    const answered = this.#say({ deviceId, transport, isFirst: !this.#isConnected, ...message });
    if (answered === null) {
      this.#fail(now);
      return;
    }
    if (message.beat !== undefined) this.#beatAt = now + beatEveryMs;
    this.#giveUpAt = now + patienceMs;
    const session = this.#session;
    void answered.then((isTaken) => {
      if (session !== this.#session) return;
      this.#giveUpAt = Number.POSITIVE_INFINITY;
      if (!isTaken) {
        this.#fail(now);
        return;
      }
      onTaken();
      this.#noteHeard(message, now);
      this.#isConnected = true;
      this.#failures = 0;
    });
  }

  #noteHeard({ beat: said, reports = [] }: Pick<Sent, 'beat' | 'reports'>, now: number): void {
    const cut = this.cuts.at(-1);
    const isEnd = said?.power === 'UP' || reports.some(({ type }) => type === 'POWER_RECOVER');
    if (cut !== undefined && isEnd && now >= cut.upAt) {
      cut.endHeardAt = Math.min(cut.endHeardAt, now);
    }
  }

  #fail(now: number): void {
    this.#drop();
    const ceiling = Math.min(mostWaitMs, 1_000 * 2 ** this.#failures);
    this.#failures += 1;
    this.#tryAt = now + this.#random.between(250, ceiling);
    // A board that is back says how it is.
    this.#beatAt = 0;
  }

  #drop(): void {
    this.#isConnected = false;
    this.#session += 1;
    this.#giveUpAt = Number.POSITIVE_INFINITY;
  }

  #report(type: PowerReportMessage['type'], at: number): void {
    this.#reports.push({ type, seq: this.#seq++, at, bootId: this.#bootId });
  }

  #beat(now: number): HeartbeatMessage {
    return beat({
      boot_id: this.#bootId,
      seq: this.#seq++,
      uptime_ms: now - this.#bootedAt,
      power: this.#hasMains ? 'UP' : 'DOWN',
      has_mains_sense: true,
    });
  }
}

function makeBootId(random: Prng): string {
  return random.hex(8);
}
