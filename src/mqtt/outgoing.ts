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

/** Where a batch goes. It must write or copy the bytes at once, because the batch uses them again. */
interface AckTarget {
  send(bytes: Uint8Array): void;
}

/** First bytes of the packets that acknowledge (MQTT 3.1.1 sections 3.4, 3.5 and 3.7). */
export const ackType = { puback: 0x40, pubrec: 0x50, pubcomp: 0x70 } as const;
type AckType = (typeof ackType)[keyof typeof ackType];

/**
 * Acknowledgements gathered while one chunk of one session is processed, to be written together. All
 * sessions of a broker share it, so it is always flushed before another session has its turn.
 */
export class AckBatch {
  readonly #bytes = Buffer.alloc(4 * 1024);
  #length = 0;

  /** Adds a plain success, which has the same form in every version. */
  add(type: AckType, packetId: number, target: AckTarget): void {
    if (this.#length === this.#bytes.length) this.flush(target);
    const at = this.#length;
    this.#bytes[at] = type;
    this.#bytes[at + 1] = 2;
    this.#bytes[at + 2] = packetId >> 8;
    this.#bytes[at + 3] = packetId & 0xff;
    this.#length = at + 4;
  }

  flush(target: AckTarget): void {
    if (this.#length === 0) return;
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    target.send(bytes);
  }
}

/** An acknowledgement that waits for its own commit, or behind one that does. */
export interface PendingAck {
  /** Writes the acknowledgement. Null: the message had QoS 0. */
  readonly write: (() => void) | null;
  isSettled: boolean;
}

/**
 * Keeps acknowledgements in the order of their PUBLISH packets, as MQTT-4.6.0-2 and -3 require.
 */
export class OrderedAcks {
  #pending: PendingAck[] = [];

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  add(write: (() => void) | null, isSettled: boolean): PendingAck {
    const pending = { write, isSettled };
    this.#pending.push(pending);
    return pending;
  }

  /** Writes the acknowledgements that need not wait any more. */
  writeReady(): void {
    const waiting = this.#pending.findIndex(({ isSettled }) => !isSettled);
    const ready = this.#pending.splice(0, waiting < 0 ? this.#pending.length : waiting);
    for (const { write } of ready) write?.();
  }
}
