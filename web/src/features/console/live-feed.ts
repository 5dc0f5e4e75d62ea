import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type ConsoleMessage, LiveQuery } from '../../lib/console/live-query.ts';
import type { LiveState, ServerSentEvent } from '../../lib/live-stream.ts';
import { adminSession } from '../../lib/session.ts';
import { useLiveStream } from '../../lib/shared-stream.ts';

/** Messages of a burst, as when a district loses power, are merged in together. */
const gatherMs = 100;
/** The server is asked again at most this often, however much happens. */
const askIntervalMs = 1_000;

/** The compiler asks for every message that a query may follow. */
const followed: Readonly<Record<ConsoleMessage['event'], true>> = {
  device: true,
  event: true,
  change: true,
  notification: true,
  counts: true,
  'area-outage': true,
  'area-outage-removed': true,
};

function isFollowed(event: string): event is ConsoleMessage['event'] {
  return Object.hasOwn(followed, event);
}

interface Environment {
  /** Calls back after a while; returns how to call it off. */
  wait: (ms: number, then: () => void) => () => void;
  nowMs: () => number;
}

const browser: Environment = {
  wait: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  nowMs: () => performance.now(),
};

export interface LiveFeed {
  take: (event: ServerSentEvent) => void;
  /** Something may have been missed, so everything shown is fetched again. */
  askAll: () => void;
  stop: () => void;
}

/**
 * Keeps the query client's answers up to date with the stream. Each query tells with `meta: follow(…)` what a message
 * means to it.
 */
export function createLiveFeed(client: QueryClient, environment = browser): LiveFeed {
  const { wait, nowMs } = environment;
  let gathered: ConsoleMessage[] = [];
  const outdated = new Set<string>();
  let lastAskedMs = Number.NEGATIVE_INFINITY;
  let stopGathering: (() => void) | undefined;
  let stopAsking: (() => void) | undefined;

  function take({ event, data }: ServerSentEvent): void {
    // A listener has to read what it shows after `hello`, so that nothing slips in between.
    if (event === 'hello' || event === 'reset') askAll();
    if (!isFollowed(event)) return;
    // The messages follow the contract and are trusted like the server's other answers.
    gathered.push({ event, data: JSON.parse(data) });
    stopGathering ??= wait(gatherMs, workIn);
  }

  function workIn(): void {
    stopGathering = undefined;
    const messages = gathered;
    gathered = [];
    for (const query of listFollowing(client)) applyTo(query, messages);
    if (outdated.size > 0) askSoon();
  }

  function applyTo({ query, rule }: Following, messages: readonly ConsoleMessage[]): void {
    const { data: before, dataUpdatedAt: updatedAt, fetchStatus } = query.state;
    const markOutdated = () => void outdated.add(query.queryHash);
    // A running request may have been answered before this happened.
    if (fetchStatus !== 'idle') markOutdated();
    if (before === undefined) return;
    let data: unknown = before;
    for (const message of messages) data = rule.apply(data, message, markOutdated);
    if (data !== before) client.setQueryData(query.queryKey, data, { updatedAt });
  }

  function askAll(): void {
    for (const { query } of listFollowing(client)) outdated.add(query.queryHash);
    askSoon();
  }

  function askSoon(): void {
    if (stopAsking !== undefined) return;
    stopAsking = wait(Math.max(0, lastAskedMs + askIntervalMs - nowMs()), ask);
  }

  function ask(): void {
    stopAsking = undefined;
    lastAskedMs = nowMs();
    for (const { query } of listFollowing(client)) {
      // A running request finishes first. If it were restarted, it would never arrive on a slow line.
      if (query.state.fetchStatus === 'idle' && outdated.delete(query.queryHash)) {
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
      }
    }
    const known = new Set(listFollowing(client).map(({ query }) => query.queryHash));
    for (const hash of outdated) if (!known.has(hash)) outdated.delete(hash);
    if (outdated.size > 0) askSoon();
  }

  function stop(): void {
    stopGathering?.();
    stopAsking?.();
    stopGathering = undefined;
    stopAsking = undefined;
    gathered = [];
    outdated.clear();
  }

  return { take, askAll, stop };
}

interface Following {
  query: Query;
  rule: LiveQuery;
}

function listFollowing(client: QueryClient): Following[] {
  return client
    .getQueryCache()
    .getAll()
    .flatMap((query) => {
      const rule = query.meta?.['live'];
      return rule instanceof LiveQuery ? [{ query, rule }] : [];
    });
}

/** Keeps everything that the console shows up to date while its layout is mounted. */
export function useConsoleLive({ isOff }: { isOff: boolean }): LiveState | null {
  const queryClient = useQueryClient();
  const feed = useMemo(() => createLiveFeed(queryClient), [queryClient]);
  useEffect(() => feed.stop, [feed]);
  return useLiveStream(adminSession, {
    nameOf: ({ username }) => `admin:${username}`,
    onEvent: feed.take,
    onMissed: feed.askAll,
    isOff,
  });
}
