/** What a board at a customer's site knows of itself. */
import type { Credential } from '../../scripts/bench/lib/credentials.ts';
import type { DeviceEvent, Heartbeat, ResetReason } from '../../src/contract/fleet/device.ts';

/** Something the board has to tell until it was acknowledged. */
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
  readonly hasMainsSense: boolean;
  bootId = makeBootId();
  power: 'UP' | 'DOWN' = 'UP';
  #resetReason: ResetReason = 'power_on';
  #startedAt = Date.now() - 3_600_000;
  #seq = 0;

  constructor({ device_id, device_token }: Credential, hasMainsSense = true) {
    this.id = device_id;
    this.token = device_token;
    this.hasMainsSense = hasMainsSense;
  }

  /** It starts anew, so many milliseconds ago. */
  restart(reason: ResetReason, uptimeMs: number): void {
    this.bootId = makeBootId();
    this.#resetReason = reason;
    this.#startedAt = Date.now() - uptimeMs;
    this.#seq = 0;
  }

  heartbeat(fields: Partial<Heartbeat> = {}): Heartbeat {
    return {
      boot_id: this.bootId,
      seq: this.#seq++,
      uptime_ms: Date.now() - this.#startedAt,
      reset_reason: this.#resetReason,
      power: this.power,
      has_mains_sense: this.hasMainsSense,
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
    return { type, seq: this.#seq++, bootId: this.bootId, at: Date.now() };
  }
}

/** A report as it is said now: with its age instead of its time. */
export function sayReport({ type, seq, bootId, at }: Report): DeviceEvent {
  return { boot_id: bootId, seq, type, age_ms: Math.max(0, Date.now() - at) };
}

function makeBootId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString('hex');
}
