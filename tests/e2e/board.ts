/**
 * Messages in the name of a board, one at a time, when the test wants them. It is not a simulated board: it senses
 * nothing, stores nothing and repeats nothing. Simulated boards are in core-fleet.ts and simdevice/.
 */
import type { Credential } from '../../scripts/bench/lib/credentials.ts';
import type { DeviceEvent, Heartbeat } from '../../src/contract/fleet/device.ts';
import type { Time } from '../../src/domain/instant.ts';
import { realTime } from '../../src/server/clock.ts';

/** A report that the board repeats until it is acknowledged. */
export interface Report {
  readonly type: DeviceEvent['type'];
  readonly seq: number;
  readonly bootId: string;
  /** Epoch ms by the test's clock; the board itself only counts from its start. */
  readonly at: number;
}

export class Board {
  readonly id: string;
  readonly token: string;
  readonly time: Time;
  bootId = makeBootId();
  power: 'UP' | 'DOWN' = 'UP';
  #startedAt: number;
  #seq = 0;

  constructor({ device_id, device_token }: Credential, time: Time = realTime) {
    this.id = device_id;
    this.token = device_token;
    this.time = time;
    this.#startedAt = this.#now() - 3_600_000;
  }

  /** Power came back to it, five seconds ago. */
  restart(): void {
    this.bootId = makeBootId();
    this.#startedAt = this.#now() - 5_000;
    this.#seq = 0;
  }

  heartbeat(fields: Partial<Heartbeat> = {}): Heartbeat {
    return {
      boot_id: this.bootId,
      seq: this.#seq++,
      uptime_ms: this.#now() - this.#startedAt,
      reset_reason: 'power_on',
      power: this.power,
      has_mains_sense: true,
      ...fields,
    };
  }

  losesMains(): Report {
    this.power = 'DOWN';
    return this.#report('POWER_DOWN');
  }

  regainsMains(): Report {
    this.power = 'UP';
    return this.#report('POWER_RECOVER');
  }

  #report(type: Report['type']): Report {
    return { type, seq: this.#seq++, bootId: this.bootId, at: this.#now() };
  }

  /** A report as it is sent now: with its age instead of its time. */
  say({ type, seq, bootId, at }: Report): DeviceEvent {
    return { boot_id: bootId, seq, type, age_ms: Math.max(0, this.#now() - at) };
  }

  #now(): number {
    return this.time.clock().wallMs;
  }
}

function makeBootId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString('hex');
}
