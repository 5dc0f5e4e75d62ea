import type { Time } from '../domain/instant.ts';

/** Time until the second look, in which bytes that wait in the kernel are read. */
const secondLookMs = 250;

/**
 * Tells when nothing came for one and a half keepalives (MQTT-3.1.2-24). The timer is set again only when
 * it fires, so a packet only sets a number.
 */
export class KeepaliveWatch {
  /** Monotonic ms of the last whole packet. */
  heardMono = 0;
  readonly #limitMs: number;
  readonly #onSilence: () => void;
  readonly #time: Time;
  #cancel: () => void;
  #isSecondLook = false;

  constructor(keepaliveSeconds: number, time: Time, onSilence: () => void) {
    this.#time = time;
    this.heardMono = time.clock().monoMs;
    this.#limitMs = keepaliveSeconds * 1500;
    this.#onSilence = onSilence;
    this.#cancel = this.#judgeAfter(this.#limitMs);
  }

  /** Stops judging until `resume`, while the server does not read. */
  pause(): void {
    this.stop();
  }

  resume(): void {
    this.stop();
    this.heardMono = this.#time.clock().monoMs;
    this.#isSecondLook = false;
    this.#cancel = this.#judgeAfter(this.#limitMs);
  }

  stop(): void {
    this.#cancel();
  }

  #judgeAfter(delayMs: number): () => void {
    return this.#time.setTimer(delayMs, () => this.#judge());
  }

  /**
   * Looks twice: after the process stood still (a slow SD card, a suspended machine), timers are due before
   * the bytes that arrived meanwhile are read.
   */
  #judge(): void {
    const silentMs = this.#time.clock().monoMs - this.heardMono;
    if (silentMs >= this.#limitMs && this.#isSecondLook) {
      this.#onSilence();
      return;
    }
    this.#isSecondLook = silentMs >= this.#limitMs;
    const afterMs = this.#isSecondLook ? secondLookMs : this.#limitMs - silentMs;
    this.#cancel = this.#judgeAfter(afterMs);
  }
}
