/** Sockets that wait in the kernel's queue are read before a second look is taken. */
const secondLookMs = 250;

/**
 * Tells when nothing came for one and a half keepalives (MQTT-3.1.2-24). Its timer is set again only
 * when it fires, so a packet costs no more than a number.
 */
export class KeepaliveWatch {
  /** Monotonic ms of the last whole packet. */
  heardMono = 0;
  readonly #limitMs: number;
  readonly #onSilence: () => void;
  #timer: ReturnType<typeof setTimeout> | null;
  #isSecondLook = false;

  constructor(keepaliveSeconds: number, nowMono: number, onSilence: () => void) {
    this.heardMono = nowMono;
    this.#limitMs = keepaliveSeconds * 1500;
    this.#onSilence = onSilence;
    this.#timer = setTimeout(() => this.#judge(), this.#limitMs);
  }

  /** Judges nothing until `resume`: the server itself is not reading. */
  pause(): void {
    this.stop();
  }

  resume(nowMono: number): void {
    this.heardMono = nowMono;
    this.#isSecondLook = false;
    this.#timer = setTimeout(() => this.#judge(), this.#limitMs);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /**
   * A process that stood still (a slow SD card, a suspended machine) finds its timers due before it
   * has read what arrived meanwhile: so a second look is taken after the sockets had their turn.
   */
  #judge(): void {
    const silentMs = performance.now() - this.heardMono;
    if (silentMs >= this.#limitMs && this.#isSecondLook) {
      this.#onSilence();
      return;
    }
    this.#isSecondLook = silentMs >= this.#limitMs;
    const afterMs = this.#isSecondLook ? secondLookMs : this.#limitMs - silentMs;
    this.#timer = setTimeout(() => this.#judge(), afterMs);
  }
}
