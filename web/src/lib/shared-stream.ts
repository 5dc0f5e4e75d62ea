import { useEffect, useEffectEvent, useState } from 'react';
import { keepRenewedToken } from './api-client.ts';
import {
  type LiveHandlers,
  type LiveState,
  type LiveStream,
  openLiveStream,
  type ServerSentEvent,
  type StreamState,
} from './live-stream.ts';
import type { Session } from './session.ts';
import { useSession } from './use-session.ts';

/**
 * Of two tabs that both think they lead, the one of the higher term does; of the same term, the one
 * whose name comes last.
 */
interface Rank {
  readonly term: number;
  readonly tab: string;
}

/** What tabs say to each other. */
export type Word =
  /** Asks whether a tab leads. */
  | { readonly kind: 'ask' }
  /** The sender leads. Tells its stream's state, and where to resume it. */
  | {
      readonly kind: 'lead';
      readonly rank: Rank;
      readonly state: StreamState;
      readonly lastId: string;
    }
  | { readonly kind: 'event'; readonly rank: Rank; readonly event: ServerSentEvent }
  /** The sender led and is closing. */
  | { readonly kind: 'leave'; readonly rank: Rank };

interface TabChannel {
  post(word: Word): void;
  close(): void;
}

interface TabEnvironment {
  /** A channel to all other tabs of this name; null if the browser has none. */
  openChannel: (name: string, take: (word: Word) => void) => TabChannel | null;
  /** Calls back after a while; returns how to call it off. */
  wait: (ms: number, then: () => void) => () => void;
  random: () => number;
  isVisible: () => boolean;
  /** Calls back as the tab is put to rest, woken, and shown; returns how to stop. */
  onLife: (life: { rest: () => void; wake: () => void; show: () => void }) => () => void;
}

interface SharedStreamOptions {
  /** Tabs that say the same name share a stream. */
  name: string;
  /** Where the stream goes on from what is shown already; empty: everything shown is asked for again. */
  lastId?: string;
  /** Opens the stream itself, in the tab that leads. */
  open: (lastId: string, handlers: LiveHandlers) => LiveStream;
  onEvent: (event: ServerSentEvent) => void;
  onState: (state: StreamState) => void;
  /** Something may have happened that no event told of: everything shown is to be asked for again. */
  onMissed: () => void;
  environment?: TabEnvironment;
}

/** How long a tab waits for an unknown leader. */
const newcomerMs = 250;
/** The same for a recent leader, which may be busy or slowed down in the background. */
const answerMs = 1_000;
/** Silence after which a leader counts as gone: it passes on everything from the server, which sends every 15 s. */
const silenceMs = 20_000;
/** How much later a hidden tab takes the lead than one that is looked at. */
const hiddenDelayMs = 300;
/** A random delay, so that not all tabs take the lead at the same moment. */
const spreadMs = 200;

/**
 * A stream that all tabs of a browser share, since a browser opens no more than six connections to a
 * host. One tab leads: it holds the stream and passes on what it hears. When it goes, or does not answer
 * any more, another takes over and resumes where the stream was left.
 *
 * Messages alone decide who leads. Web Locks would do it more simply, but exist only where a page came
 * over HTTPS, and a server in the house is visited without.
 */
export function openSharedStream(options: SharedStreamOptions): LiveStream {
  const { name, open, onEvent, onState, onMissed } = options;
  const { openChannel, wait, random, isVisible, onLife } = options.environment ?? browser;
  const tab = `${random()}`;
  let isAwake = false;
  let channel: TabChannel | null = null;
  /** The leader, as far as known; null: none yet. */
  let leader: Rank | null = null;
  let ownStream: LiveStream | null = null;
  let state: StreamState = 'connecting';
  let lastId = options.lastId ?? '';
  /** Nothing was missed between what is shown and the first connection, which begins there. */
  let isGoneOn = lastId !== '';
  let stopWaiting = () => {};

  function wake(): void {
    if (isAwake) return;
    isAwake = true;
    leader = null;
    channel = openChannel(name, take);
    if (channel === null) lead();
    else ask(newcomerMs);
  }

  /** Gives the lead up, since a suspended tab would hold the stream without reading it. */
  function rest(): void {
    if (!isAwake) return;
    isAwake = false;
    stopWaiting();
    if (leader?.tab === tab) {
      endOwnStream();
      channel?.post({ kind: 'leave', rank: leader });
    }
    channel?.close();
    channel = null;
  }

  /** Takes the lead unless a leader answers. */
  function ask(ms: number): void {
    channel?.post({ kind: 'ask' });
    waitFor(ms + random() * spreadMs, lead);
  }

  function lead(): void {
    stopWaiting();
    const rank = { term: (leader?.term ?? 0) + 1, tab };
    leader = rank;
    const isMine = () => leader === rank;
    ownStream = open(lastId, {
      onEvent: (event) => {
        if (!isMine()) return;
        channel?.post({ kind: 'event', rank, event });
        onEvent(event);
      },
      onState: (next) => {
        if (!isMine()) return;
        turn(next);
        tell(rank);
      },
      onRead: (id) => {
        if (!isMine()) return;
        lastId = id;
        tell(rank);
      },
    });
  }

  function tell(rank: Rank): void {
    channel?.post({ kind: 'lead', rank, state, lastId });
  }

  function take(word: Word): void {
    if (!isAwake) return;
    switch (word.kind) {
      case 'ask':
        if (leader?.tab === tab) tell(leader);
        break;
      case 'lead':
        follow(word);
        break;
      case 'event':
        // Until a leader is known, anything may be news.
        if (leader !== null && !isSame(word.rank, leader)) return;
        onEvent(word.event);
        break;
      case 'leave':
        if (leader === null || !isSame(word.rank, leader)) return;
        waitFor((isVisible() ? 0 : hiddenDelayMs) + random() * spreadMs, lead);
    }
  }

  function follow(word: Extract<Word, { kind: 'lead' }>): void {
    // It gives way at the next message of the higher leader.
    if (leader !== null && isAbove(leader, word.rank)) return;
    endOwnStream();
    const isNew = leader === null || !isSame(word.rank, leader);
    leader = word.rank;
    lastId = word.lastId;
    turn(word.state, isNew);
    waitFor(silenceMs, () => ask(answerMs));
  }

  /** @param isNew the leader is another than before, and this tab has heard nothing of it yet */
  function turn(next: StreamState, isNew = false): void {
    // At the very first connection, too: the page asked for what it shows before anybody led.
    const isFirst = isGoneOn && leader?.tab === tab;
    if (next === 'live' && (state !== 'live' || isNew) && !isFirst) onMissed();
    if (next === 'live') isGoneOn = false;
    state = next;
    onState(next);
  }

  function show(): void {
    // The leader may have been stopped without a word, as phones do with tabs nobody looks at.
    if (isAwake && leader !== null && leader.tab !== tab) ask(answerMs);
  }

  function endOwnStream(): void {
    ownStream?.close();
    ownStream = null;
  }

  function waitFor(ms: number, then: () => void): void {
    stopWaiting();
    stopWaiting = wait(ms, then);
  }

  const stopLiving = onLife({ rest, wake, show });
  wake();
  return {
    close: () => {
      stopLiving();
      rest();
    },
  };
}

function isSame(one: Rank, other: Rank): boolean {
  return one.term === other.term && one.tab === other.tab;
}

function isAbove(one: Rank, other: Rank): boolean {
  return one.term > other.term || (one.term === other.term && one.tab > other.tab);
}

const browser: TabEnvironment = {
  openChannel: (name, take) => {
    if (!('BroadcastChannel' in globalThis)) return null;
    const channel = new BroadcastChannel(name);
    // Only this page's own origin can post here.
    channel.onmessage = ({ data }: MessageEvent<Word>) => take(data);
    return { post: (word) => channel.postMessage(word), close: () => channel.close() };
  },
  wait: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  isVisible: () => document.visibilityState === 'visible',
  onLife: ({ rest, wake, show }) => {
    const look = () => document.visibilityState === 'visible' && show();
    const life = new AbortController();
    const { signal } = life;
    addEventListener('pagehide', rest, { signal });
    addEventListener('pageshow', wake, { signal });
    document.addEventListener('freeze', rest, { signal });
    document.addEventListener('resume', wake, { signal });
    document.addEventListener('visibilitychange', look, { signal });
    return () => life.abort();
  },
};

interface LivePage<User> {
  /** Names the account: its tabs share a stream, and those of another have their own. */
  nameOf: (user: User) => string;
  onEvent: (event: ServerSentEvent) => void;
  /** Called when everything shown has to be fetched again. */
  onMissed: () => void;
  /** Where the stream goes on from what is shown, for this token; empty: nobody knows. */
  takePlace?: (token: string | undefined) => string;
  /** True while there is nothing to follow yet. */
  isOff?: boolean;
}

/**
 * Follows GET /api/stream while somebody is signed in; ends their session when the server does not know
 * it any more. One per page, in its layout.
 * @returns null as long as nothing is known of the stream
 */
export function useLiveStream<User>(
  session: Session<User>,
  page: LivePage<User>,
): LiveState | null {
  const [state, setState] = useState<LiveState | null>(null);
  const user = useSession(session)?.user;
  const name = user && page.nameOf(user);
  const onEvent = useEffectEvent(page.onEvent);
  const onMissed = useEffectEvent(page.onMissed);
  const { isOff = false, takePlace } = page;
  useEffect(() => {
    if (name === undefined || isOff) return;
    const stream = openSharedStream({
      name: `live:${name}`,
      lastId: takePlace?.(session.read()?.token) ?? '',
      open: (lastId, handlers) =>
        openLiveStream({
          url: '/api/stream',
          lastId,
          readToken: () => session.read()?.token,
          ...handlers,
          onAnswer: (response, token) => keepRenewedToken(response, session, token),
          onUnauthorized: (token) => {
            if (session.read()?.token === token) session.end('expired');
          },
        }),
      onEvent,
      // A page that has just come has lost nothing yet; one whose tab takes the lead was connected before.
      onState: (next) =>
        setState((before) => (next === 'connecting' ? before && 'reconnecting' : next)),
      onMissed,
    });
    return () => stream.close();
  }, [session, name, isOff, takePlace]);
  return state;
}
