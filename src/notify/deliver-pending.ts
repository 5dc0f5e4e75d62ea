import type { Clock, SetTimer } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { ChannelName, NotificationStatus } from '../domain/states.ts';
import type { FarEnd } from '../domain/system/far-end.ts';
import type { Store } from '../store/engine/open.ts';
import { takeBackClaims } from '../store/outbox/mark.ts';
import { readOutcome } from '../store/outbox/test-alerts.ts';
import type { Channel } from './channel.ts';
import { DeliveryCounters } from './delivery-counters.ts';
import { type ComposeDigest, DeliveryLane, type LaneOptions } from './delivery-lane.ts';
import { OutcomeWriter } from './outcome-writer.ts';

interface DeliveryOptions {
  readonly store: Store;
  /** Messages for a channel that is not listed wait until it is. */
  readonly channels: readonly Channel[];
  readonly clock: Clock;
  readonly log: Logger;
  /** IANA name; the times in messages are told in it. */
  readonly timezone: string;
  /** The system page of the console, for the operator. Left out: the server's address is not known. */
  readonly systemUrl?: string | undefined;
  /** The public page, likewise. */
  readonly statusUrl?: string | undefined;
  /** In [0, 1); default Math.random. */
  readonly random?: () => number;
  readonly setTimer: SetTimer;
  /** As of the lane. */
  readonly composeDigest: ComposeDigest | null;
  /** As of `Monitor`. Left out: the line was never dead. */
  readonly lineUpSince?: (() => number) | undefined;
  /** As of `LaneOptions`. */
  readonly settled?: (() => Promise<void> | undefined) | undefined;
  /** As of `LaneOptions`. */
  readonly catchUpMs?: (() => number) | undefined;
  /** As of `LaneOptions`. */
  readonly mayBeRelieved?: (() => boolean) | undefined;
  /** Called once it is stored what became of notifications, with their ids. */
  readonly onOutcomes?: (ids: readonly number[]) => void;
  /** Called when a channel's far end did not take a message though nothing is wrong with it. */
  readonly onTrouble?: (channel: ChannelName) => void;
  /** As of `LaneOptions`. */
  readonly awaitBoard?: LaneOptions['awaitBoard'];
  /** As of `LaneOptions`. */
  readonly onLimited?: LaneOptions['onLimited'];
}

export interface Delivery {
  /** Begins, with what an earlier run had claimed and not marked. */
  start(): void;
  /** Adds a channel. What waits for it goes. */
  use(channel: Channel): void;
  /** Removes a channel. What is on its way arrives, the rest waits. */
  leave(channel: ChannelName): void;
  /** Looks at the outbox at once. Calls are cheap: many in one turn cause one look. */
  wake(): void;
  /** Takes nothing new, waits up to `boundMs` (default 3000) for what is on its way, and marks it. */
  stop(boundMs?: number): Promise<void>;
  /** Resolves when nothing is on its way and only time or new work can change that. */
  settled(): Promise<void>;
  /**
   * Resolves once none of these notifications waits any more, `boundMs` later at the latest. A try that failed
   * may be followed by others.
   */
  decided(ids: readonly number[], boundMs: number): Promise<void>;
  /** The services of all channels in use. */
  services(): readonly FarEnd[];
  /**
   * Answers somebody who wrote in a chat. The answer does not go through the outbox: it goes as soon as
   * the messenger's limits leave room beside alerts, and is dropped when that takes too long.
   * @param send throws a SendError when the messenger refused the message
   */
  answer(channel: ChannelName, address: string, send: () => Promise<unknown>): void;
  /** Counts a message that somebody else sent to this address: the same limits hold for it. */
  countOther(channel: ChannelName, address: string): void;
  readonly counters: DeliveryCounters;
}

/** Due times are wall times, and that clock may be set: the outbox is looked at this often at least. */
const longestSleepMs = 60_000;
const retryAfterErrorMs = 1_000;
/**
 * A timer that fires this late, in ms, means that the process stood still. What boards said meanwhile lies in their
 * connections, and is taken in within so many turns of the event loop.
 */
const stood = { lateMs: 250, turns: 8 };

function isDecided(status: NotificationStatus): boolean {
  return status !== 'pending' && status !== 'sending';
}

/**
 * Empties the outbox: claims what is due, sends it, marks it. One timer stands at the moment the next
 * row comes due; `wake` brings it forward.
 */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { store, clock, log, setTimer } = options;
  const counters = new DeliveryCounters();
  const outcomes = new OutcomeWriter(options, afterFlush);
  const makeLane = (channel: Channel) =>
    new DeliveryLane(channel, {
      store,
      clock,
      log,
      timezone: options.timezone,
      systemUrl: options.systemUrl ?? null,
      statusUrl: options.statusUrl ?? null,
      random: options.random ?? Math.random,
      outcomes,
      counters,
      onTrouble: options.onTrouble,
      onLimited: options.onLimited,
      composeDigest: options.composeDigest,
      settled: options.settled,
      catchUpMs: options.catchUpMs,
      mayBeRelieved: options.mayBeRelieved,
      awaitBoard: options.awaitBoard,
      wake,
    });
  let lanes = options.channels.map(makeLane);
  let phase: 'idle' | 'running' | 'stopping' | 'stopped' = 'idle';
  let soon: ReturnType<typeof setImmediate> | null = null;
  let cancelTimer: (() => void) | null = null;
  /** When that timer is to fire; monotonic ms. */
  let timerMono = Number.POSITIVE_INFINITY;
  let turnsWaited = 0;
  const waiters: (() => void)[] = [];
  /** Look whether what they wait for is decided. */
  const deciding = new Set<() => void>();

  function wake(): void {
    if (phase !== 'running') return;
    soon ??= setImmediate(run);
  }

  function run(): void {
    if (soon !== null) clearImmediate(soon);
    soon = null;
    if (phase !== 'running') return;
    if (clock().monoMs - timerMono > stood.lateMs && turnsWaited < stood.turns) {
      turnsWaited += 1;
      soon = setImmediate(run);
      return;
    }
    turnsWaited = 0;
    cancelTimer?.();
    cancelTimer = null;
    timerMono = Number.POSITIVE_INFINITY;
    let nextMono: number;
    try {
      nextMono = Math.min(...lanes.map((lane) => lane.pump()));
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be read');
      nextMono = clock().monoMs + retryAfterErrorMs;
    }
    const { monoMs } = clock();
    const sleepMs = Math.min(nextMono - monoMs, longestSleepMs);
    if (sleepMs <= 0) wake();
    else {
      cancelTimer = setTimer(sleepMs, run);
      timerMono = monoMs + sleepMs;
    }
    tellWaiters();
  }

  function afterFlush(written: readonly number[]): void {
    if (written.length > 0) options.onOutcomes?.(written);
    for (const look of deciding) look();
    if (phase === 'running') wake();
    tellWaiters();
  }

  function isSettled(): boolean {
    const isIdle = soon === null && !outcomes.isBusy;
    return isIdle && lanes.every((lane) => lane.isIdle);
  }

  function tellWaiters(): void {
    if (!isSettled()) return;
    for (const tell of waiters.splice(0)) tell();
  }

  function settled(): Promise<void> {
    return isSettled() ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve));
  }

  return {
    counters,
    wake,
    settled,

    use(channel) {
      lanes = [makeLane(channel), ...lanes];
      wake();
    },

    leave(name) {
      lanes = lanes.filter(({ channel }) => channel.name !== name);
    },

    start() {
      if (phase !== 'idle') return;
      phase = 'running';
      try {
        const reclaimed = takeBackClaims(store);
        const keeping = lanes.filter(({ channel }) => channel.keepsKeys === true);
        const isKnown = new Set(keeping.map(({ channel }) => channel.name));
        counters.possibleDuplicates += reclaimed.filter((name) => !isKnown.has(name)).length;
        if (reclaimed.length > 0) {
          log.warn({ reclaimed: reclaimed.length }, 'messages left half sent are sent again');
        }
      } catch (error) {
        // The next start finds them again.
        log.error({ err: error }, 'messages left half sent could not be taken back');
      }
      wake();
    },

    async stop(boundMs = 3_000) {
      if (phase === 'stopped') return;
      phase = 'stopping';
      if (soon !== null) clearImmediate(soon);
      soon = null;
      cancelTimer?.();
      cancelTimer = null;
      const bound = Promise.withResolvers<void>();
      const cancelBound = setTimer(boundMs, bound.resolve);
      await Promise.race([settled(), bound.promise]);
      cancelBound();
      outcomes.flush();
      outcomes.close();
      phase = 'stopped';
      for (const look of deciding) look();
    },

    async decided(ids, boundMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = setTimer(boundMs, resolve);
      const look = () => {
        const isKnown = ids.every((id) => isDecided(readOutcome(store, id).status));
        if (isKnown || phase === 'stopped') resolve();
      };
      deciding.add(look);
      look();
      await promise;
      deciding.delete(look);
      cancel();
    },

    services: () => lanes.flatMap(({ channel }) => channel.service ?? []),

    answer(name, address, send) {
      lanes.find(({ channel }) => channel.name === name)?.answer(address, send);
    },

    countOther(name, address) {
      lanes.find(({ channel }) => channel.name === name)?.countOther(address);
    },
  };
}
