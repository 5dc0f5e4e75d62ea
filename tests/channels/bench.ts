/** What the suite of guarantees needs to know of a channel: its far end, and how that fails. */
import type { Logger } from '../../src/domain/logger.ts';
import type { ChannelName } from '../../src/domain/states.ts';
import type { Channel } from '../../src/notify/channel.ts';

/**
 * What may become of one message.
 *
 * - `wait`: it is not taken; the next one may come so many seconds later (`waitSeconds`).
 * - `refused`: this message will never be taken; others are.
 * - `gone`: nothing will ever be taken for this recipient.
 * - `answer lost`: it is taken, and nobody hears of it.
 * - `unreachable`: it never gets there.
 */
export type Failure = 'wait' | 'refused' | 'gone' | 'answer lost' | 'unreachable';

export const waitSeconds = 7;

/** A far end that runs, and is strict. */
export interface FarEnd<At> {
  /** How a channel finds it, also from another process: to be passed on as JSON. */
  readonly at: At;
  /** Seven recipients that it knows. */
  readonly addresses: readonly string[];
  /** What it took, in order. */
  arrived(): readonly { readonly address: string; readonly text: string }[];
  /** The next message meets this. */
  failNext(failure: Failure): void;
  close(): void | Promise<void>;
}

export interface ChannelBench<At> {
  readonly name: ChannelName;
  /** @param now epoch ms of the test's clock, by which the far end keeps its limits */
  open(now: () => number): FarEnd<At> | Promise<FarEnd<At>>;
  connect(at: At, log: Logger): Channel;
  /** What an alert says there, where the names of sites are not said. Left out: the name of its site. */
  readonly says?: string;
  /** What it takes is not on this machine. */
  readonly isMissing?: boolean;
  /** Ways in which this far end never fails, and why. */
  readonly neverFails?: Partial<Record<Failure, string>>;
  /**
   * What the outbox notes of an alert that arrived, where nobody can say that it was heard: it stays pending and comes
   * again after a while. Left out: an alert that arrived is sent.
   */
  readonly goesOnWith?: string;
}
