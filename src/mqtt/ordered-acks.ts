/** The acknowledgement of a message whose commit is awaited, or that stands behind such a one. */
export interface PendingAck {
  /** Writes it; null: QoS 0, there is nothing to write. */
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

  /** Writes all that need not wait for another. */
  writeReady(): void {
    const waiting = this.#pending.findIndex(({ isSettled }) => !isSettled);
    const ready = this.#pending.splice(0, waiting < 0 ? this.#pending.length : waiting);
    for (const { write } of ready) write?.();
  }
}
