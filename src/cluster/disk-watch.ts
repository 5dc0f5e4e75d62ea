import type { Time } from '../domain/instant.ts';

/** The leader's database, as far as it shows the state of its disk. */
export interface LeaderDisk {
  /** Whether it has refused a write, and none has succeeded since. */
  isRefusing(): boolean;
  /** @throws while it still refuses */
  proveWritable(): void;
}

const lookEveryMs = 1_000;
/** A disk that refuses for so long, in ms, is not just busy: this machine wants to be relieved. */
const refusedAfterMs = 3_000;
/** By then another machine has taken over if any can, in ms. */
const relievedByMs = 15_000;

/** Watches whether the leader's disk takes what it commits. */
export class DiskWatch {
  readonly #disk: LeaderDisk;
  readonly #time: Time;
  readonly #tell: (isRefusing: boolean) => void;
  /** Null: it takes writes, as far as anybody knows. */
  #refusedMs: number | null = null;
  #isTold = false;
  #cancel: () => void;

  /** @param tell called when it has refused for a while, and when it takes writes again */
  constructor(disk: LeaderDisk, time: Time, tell: (isRefusing: boolean) => void) {
    this.#disk = disk;
    this.#time = time;
    this.#tell = tell;
    this.#cancel = time.setTimer(lookEveryMs, () => this.#look());
  }

  /**
   * Whether another machine may be about to take over, since this one's disk refuses: it would send anew what this
   * one sends and cannot note.
   */
  get mayBeRelieved(): boolean {
    const { monoMs } = this.#time.clock();
    return this.#refusedMs === null || monoMs - this.#refusedMs < relievedByMs;
  }

  stop(): void {
    this.#cancel();
  }

  #look(): void {
    this.#cancel = this.#time.setTimer(lookEveryMs, () => this.#look());
    const { monoMs } = this.#time.clock();
    this.#refusedMs = this.#isRefusing() ? (this.#refusedMs ?? monoMs) : null;
    const isLong = this.#refusedMs !== null && monoMs - this.#refusedMs >= refusedAfterMs;
    if (isLong !== this.#isTold) this.#tell(isLong);
    this.#isTold = isLong;
  }

  #isRefusing(): boolean {
    if (!this.#disk.isRefusing()) return false;
    try {
      this.#disk.proveWritable();
      return false;
    } catch {
      return true;
    }
  }
}
