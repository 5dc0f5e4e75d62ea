import type { SetTimer, Time } from '../domain/instant.ts';
import type { BrokerLimits } from './limits.ts';
import type { SessionEnd } from './session-end.ts';
import type { Wire } from './wire.ts';

/**
 * The bytes that go out on a wire. Bytes that the peer does not take are kept for a while. A peer that does
 * not read them loses its session: one frozen device must not hold memory or delay others.
 */
export class Outgoing {
  readonly #wire: Wire;
  readonly #limits: BrokerLimits;
  readonly #owner: { end(how: SessionEnd): void };
  #unsent: Buffer | null = null;
  readonly #setTimer: SetTimer;
  #unwatch: () => void = () => {};

  constructor(
    wire: Wire,
    host: { readonly limits: BrokerLimits; readonly time: Time },
    owner: { end(how: SessionEnd): void },
  ) {
    this.#wire = wire;
    this.#limits = host.limits;
    this.#setTimer = host.time.setTimer;
    this.#owner = owner;
  }

  /** Writes the bytes, or keeps a copy of what the peer does not take yet. */
  send(bytes: Uint8Array): void {
    if (this.#unsent !== null) {
      this.#unsent = Buffer.concat([this.#unsent, bytes]);
      if (this.#unsent.length > this.#limits.heldBytes) this.#owner.end('stalled');
      return;
    }
    const written = this.#wire.write(bytes);
    // Below zero: the wire is closed, and will say so.
    if (written < 0 || written >= bytes.length) return;
    this.#unsent = Buffer.from(bytes.subarray(written));
    this.#watch();
  }

  /** Whether bytes wait for the peer to read. */
  get isBackedUp(): boolean {
    return this.#unsent !== null || this.#wire.isFull?.() === true;
  }

  /** Called when the wire takes bytes again. */
  drained(): void {
    if (this.#unsent === null) return;
    const written = this.#wire.write(this.#unsent);
    if (written <= 0) return;
    this.#unwatch();
    this.#unsent = written < this.#unsent.length ? this.#unsent.subarray(written) : null;
    if (this.#unsent !== null) this.#watch();
  }

  /** Drops the kept bytes. */
  stop(): void {
    this.#unsent = null;
    this.#unwatch();
  }

  #watch(): void {
    this.#unwatch = this.#setTimer(this.#limits.stallMs, () => this.#owner.end('stalled'));
  }
}
