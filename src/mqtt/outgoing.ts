import type { SetTimer, Time } from '../domain/instant.ts';
import type { BrokerLimits } from './limits.ts';
import type { SessionEnd } from './session-end.ts';
import type { Wire } from './wire.ts';

/**
 * What goes out on a wire. Normally it is taken at once; what is not is kept, and a device that leaves
 * it unread is given up: one frozen device must not hold memory, nor anybody else up.
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
    // Below zero: closed, and the wire will say so.
    if (written < 0 || written >= bytes.length) return;
    this.#unsent = Buffer.from(bytes.subarray(written));
    this.#watch();
  }

  /** Something waits for the peer to read. */
  get isBackedUp(): boolean {
    return this.#unsent !== null || this.#wire.isFull?.() === true;
  }

  /** The wire takes bytes again. */
  drained(): void {
    if (this.#unsent === null) return;
    const written = this.#wire.write(this.#unsent);
    if (written <= 0) return;
    this.#unwatch();
    this.#unsent = written < this.#unsent.length ? this.#unsent.subarray(written) : null;
    if (this.#unsent !== null) this.#watch();
  }

  /** Keeps nothing any longer. */
  stop(): void {
    this.#unsent = null;
    this.#unwatch();
  }

  #watch(): void {
    this.#unwatch = this.#setTimer(this.#limits.stallMs, () => this.#owner.end('stalled'));
  }
}
