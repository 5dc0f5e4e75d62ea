/** A message whose commit is awaited, or that took effect at once but stands behind such a one. */
export interface PendingAck {
  /** 0: QoS 0, no PUBACK. */
  readonly packetId: number;
  isSettled: boolean;
}

/** Keeps PUBACKs in the order of their PUBLISH packets, as MQTT-4.6.0-2 requires. */
export class OrderedAcks {
  #pending: PendingAck[] = [];

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  add(packetId: number, isSettled: boolean): PendingAck {
    const pending = { packetId, isSettled };
    this.#pending.push(pending);
    return pending;
  }

  /** Takes out all that need not wait for another; gives their packet identifiers. */
  takeReady(): readonly number[] {
    const waiting = this.#pending.findIndex(({ isSettled }) => !isSettled);
    const ready = this.#pending.splice(0, waiting < 0 ? this.#pending.length : waiting);
    return ready.map(({ packetId }) => packetId).filter((packetId) => packetId !== 0);
  }
}
