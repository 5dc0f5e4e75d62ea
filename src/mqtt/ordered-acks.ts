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
