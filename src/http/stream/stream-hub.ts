import type { ChangeFeed, FeedBatch } from '../../actions/feed/change-feed.ts';
import type { LinkCounts } from '../../actions/fleet/live-fleet.ts';
import type { Monitor } from '../../actions/monitor.ts';
import { type Account, isSessionOpen } from '../../actions/people/find-account.ts';
import { streamPositionPattern } from '../../contract/feed/stream.ts';
import { AppError } from '../../domain/errors.ts';
import type { Instant } from '../../domain/instant.ts';
import type { FeedChange, FeedPosition } from '../../store/feed/change-feed.ts';
import { viewOf } from '../engine/authenticate.ts';
import { encode, type Line, StreamListener } from './stream-listener.ts';
import {
  nameOf,
  tellAdmins,
  tellCounts,
  tellCustomers,
  tellHeard,
  tellHello,
  tellKeepAlive,
  tellOwner,
  tellPosition,
  tellReset,
} from './stream-messages.ts';

export const maxListeners = 2_000;
export const maxListenersPerAccount = 10;
/** The tabs of a browser share one; a page that was reloaded may have left one behind. A program has no session. */
const maxListenersPerSession = 3;
/**
 * A listener this old gives way to a new one of an account that has no place left. A phone that changes networks
 * leaves dead connections behind, which look alive for a quarter of an hour.
 */
const givesWayAfterMs = 60_000;
const keepAliveMs = 15_000;
const heardIntervalMs = 10_000;
/** Customers with more devices do not get single heartbeats and standings. */
const maxListedDevices = 500;

interface ListenRequest {
  readonly account: Account;
  /** When the session token expires; epoch ms. Null: there is none. */
  readonly expiresAt: number | null;
  /** The header's value. Null: a new listener. */
  readonly lastEventId: string | null;
  readonly line: Line;
}

type Context = Pick<Monitor, 'store' | 'fleet' | 'log'>;

/**
 * All listeners. Each message of the feed is put into words once for all operators with the same view,
 * and once for each customer. A listener that does not keep up is dropped, and may come back to where it
 * was.
 */
export class StreamHub {
  readonly #context: Context;
  readonly #feed: ChangeFeed;
  readonly #byAccount = new Map<string, Set<StreamListener>>();
  readonly #admins = new Set<StreamListener>();
  readonly #customers = new Map<number, Set<StreamListener>>();
  #size = 0;
  #nextHeardMono = 0;
  #lastCounts: LinkCounts | null = null;
  #isClosed = false;
  /** Dropped for being too slow, since start. */
  dropped = 0;

  constructor(context: Context, feed: ChangeFeed) {
    this.#context = context;
    this.#feed = feed;
  }

  get size(): number {
    return this.#size;
  }

  /** The `Last-Event-ID` of a listener who knows everything that is stored now. */
  readPlace(): string {
    return nameOf(this.#feed.readPlace());
  }

  /**
   * Begins a stream, with what was missed since `lastEventId` first.
   * @throws AppError RATE_LIMITED when there are too many, UNAVAILABLE when the server stops
   */
  open(request: ListenRequest, now: Instant): ReadableStream<Uint8Array<ArrayBuffer>> {
    const { account, expiresAt, lastEventId, line } = request;
    this.#makeRoom(account, now);
    if (this.#size === 0) {
      this.#feed.start((batch, at) => this.#distribute(batch, at), now);
      this.#nextHeardMono = now.monoMs + heardIntervalMs;
    }
    let opening: string;
    try {
      opening = this.#compose(account, lastEventId, now);
    } catch (error) {
      if (this.#size === 0) this.#feed.stop();
      throw error;
    }
    const listener = new StreamListener({
      account,
      expiresAt,
      line,
      sinceMono: now.monoMs,
      onEnd: (ended) => this.#remove(ended),
    });
    listener.nextKeepAliveMono = now.monoMs + keepAliveMs;
    this.#add(listener);
    listener.send(encode(opening));
    // The listener may have gone while it was let in.
    if (line.signal.aborted) listener.end();
    return listener.stream;
  }

  /** To be called several times a second: sends news, and regular messages that are due. */
  tick(now: Instant): void {
    if (this.#size === 0) return;
    try {
      this.#feed.poll(now);
    } finally {
      if (now.monoMs >= this.#nextHeardMono) {
        this.#nextHeardMono = now.monoMs + heardIntervalMs;
        this.#tellWhoWasHeard();
      }
      this.#keepAlive(now);
    }
  }

  /** Ends every stream, and starts no new one. */
  close(): void {
    this.#isClosed = true;
    for (const listener of this.#all()) listener.end();
  }

  #makeRoom(account: Account, now: Instant): void {
    if (this.#isClosed) {
      throw new AppError('UNAVAILABLE', 'The server is stopping. Try again.', {
        retryAfterSeconds: 5,
      });
    }
    const leaver = findLeaver([...(this.#byAccount.get(keyOf(account)) ?? [])], account);
    if (leaver !== null) {
      const { listener, isAtOnce } = leaver;
      const waitMs = isAtOnce ? 0 : listener.sinceMono + givesWayAfterMs - now.monoMs;
      if (waitMs > 0) throw tooMany('This account listens in too many places.', waitMs);
      listener.end();
    }
    if (this.#size >= maxListeners) {
      throw tooMany('Too many people listen just now.', keepAliveMs);
    }
  }

  /** The first message to a new listener. */
  #compose(account: Account, lastEventId: string | null, now: Instant): string {
    const customerId = customerOf(account);
    const { position } = this.#feed;
    const isResumed = lastEventId !== null && lastEventId !== '';
    if (!isResumed) return tellHello(now.wallMs, false, position) + this.#tellStandings(customerId);
    // Its position must not move before it has heard everything up to there.
    const hello = tellHello(now.wallMs, true);
    const from = readPosition(lastEventId);
    const missed = from === null ? null : this.#feed.replay(from, customerId);
    if (from === null || missed === null) {
      return hello + tellReset(position) + this.#tellStandings(customerId);
    }
    const batch = {
      ...missed,
      devices: [],
      notifications: [],
      areas: [],
      removedAreas: [],
      before: from,
      position,
    };
    const told =
      customerId === null
        ? tellAdmins(batch, viewOf(account))
        : (tellCustomers(batch, (id) => id === customerId).get(customerId) ?? '');
    return hello + told + tellPosition(position) + this.#tellStandings(customerId);
  }

  /** The present state, read so that nothing slips between reading and listening. */
  #tellStandings(customerId: number | null): string {
    if (customerId === null) return tellCounts(this.#context.fleet.count());
    const { standings } = this.#feed;
    const owned = standings.ownedBy(customerId);
    if (owned.length > maxListedDevices) return '';
    return standings
      .describe(owned)
      .filter((device) => device.customerId === customerId)
      .map(tellOwner)
      .join('');
  }

  #distribute(batch: FeedBatch, now: Instant): void {
    // This comes first, so that an ended session hears nothing of what came after.
    if (batch.changes.length > 0) this.#checkSessionsOf(batch.changes, now);
    for (const [view, listeners] of Map.groupBy(this.#admins, ({ account }) => viewOf(account))) {
      this.#send(listeners, tellAdmins(batch, view));
    }
    const told = tellCustomers(batch, (customerId) => this.#customers.has(customerId));
    for (const [customerId, text] of told) {
      this.#send(this.#customers.get(customerId) ?? [], text);
    }
  }

  #send(listeners: Iterable<StreamListener>, text: string): void {
    if (text === '') return;
    const bytes = encode(text);
    for (const listener of listeners) {
      if (listener.send(bytes)) continue;
      const { account } = listener;
      this.dropped += 1;
      this.#context.log.info({ account: keyOf(account) }, 'a listener was too slow');
      listener.drop();
    }
  }

  #tellWhoWasHeard(): void {
    const heard = this.#feed.standings.takeHeard((id) => this.#customers.has(id));
    for (const [customerId, devices] of heard) {
      if (devices.length > maxListedDevices) continue;
      this.#send(this.#customers.get(customerId) ?? [], tellHeard(devices));
    }
    if (this.#admins.size === 0) return;
    const counts = this.#context.fleet.count();
    const text = tellCounts(counts);
    if (this.#lastCounts === null || text !== tellCounts(this.#lastCounts)) {
      this.#send(this.#admins, text);
    }
    this.#lastCounts = counts;
  }

  #keepAlive(now: Instant): void {
    const text = tellKeepAlive(this.#feed.position);
    for (const listener of this.#all()) {
      if (now.monoMs < listener.nextKeepAliveMono) continue;
      listener.nextKeepAliveMono = now.monoMs + keepAliveMs;
      const { expiresAt } = listener;
      const isExpired = expiresAt !== null && now.wallMs >= expiresAt;
      if (isExpired || !this.#isSessionGood(listener, now)) listener.end();
      else this.#send([listener], text);
    }
  }

  #checkSessionsOf(changes: readonly FeedChange[], now: Instant): void {
    const concerned = new Set(changes.flatMap(({ concerns }) => concerns));
    const listeners = [...this.#admins];
    for (const id of concerned) listeners.push(...(this.#customers.get(id) ?? []));
    for (const listener of listeners) if (!this.#isSessionGood(listener, now)) listener.end();
  }

  #isSessionGood({ account }: StreamListener, now: Instant): boolean {
    try {
      return isSessionOpen(this.#context, account, now.wallMs);
    } catch (error) {
      // The database did not answer; it is asked again with the next keep-alive.
      this.#context.log.error({ err: error }, 'the session of a listener could not be checked');
      return true;
    }
  }

  #add(listener: StreamListener): void {
    const { account } = listener;
    this.#size += 1;
    addTo(this.#byAccount, keyOf(account), listener);
    if (account.kind === 'admin') this.#admins.add(listener);
    else addTo(this.#customers, account.id, listener);
  }

  #remove(listener: StreamListener): void {
    const { account } = listener;
    this.#size -= 1;
    removeFrom(this.#byAccount, keyOf(account), listener);
    if (account.kind === 'admin') this.#admins.delete(listener);
    else removeFrom(this.#customers, account.id, listener);
    if (this.#size > 0) return;
    this.#feed.stop();
    this.#lastCounts = null;
  }

  #all(): StreamListener[] {
    return [...this.#byAccount.values()].flatMap((listeners) => [...listeners]);
  }
}

function addTo<K>(groups: Map<K, Set<StreamListener>>, key: K, listener: StreamListener): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([listener]));
  else group.add(listener);
}

function removeFrom<K>(
  groups: Map<K, Set<StreamListener>>,
  key: K,
  listener: StreamListener,
): void {
  const group = groups.get(key);
  group?.delete(listener);
  if (group?.size === 0) groups.delete(key);
}

/**
 * The listener that gives way to one more of the account, so that nobody who is let in takes the places of the others.
 * @param own of the account, the oldest first
 * @returns null: there is room
 */
function findLeaver(
  own: readonly StreamListener[],
  account: Account,
): { readonly listener: StreamListener; readonly isAtOnce: boolean } | null {
  const { sessionId } = account;
  const ofSession = own.filter((one) => sessionId !== '' && one.account.sessionId === sessionId);
  if (ofSession[0] !== undefined && ofSession.length >= maxListenersPerSession) {
    return { listener: ofSession[0], isAtOnce: true };
  }
  if (own.length < maxListenersPerAccount) return null;
  const byPerson = Map.groupBy(own, (listener) => personOf(listener.account));
  const ofPerson = byPerson.get(personOf(account)) ?? [];
  const [most = []] = [...byPerson.values()].toSorted((a, b) => b.length - a.length);
  const isAtOnce = most.length > ofPerson.length + 1;
  const [listener] = isAtOnce ? most : ofPerson.length > 1 ? ofPerson : own;
  return listener === undefined ? null : { listener, isAtOnce };
}

/** Whoever a chat let in may open session after session with its links. */
function personOf(account: Account): string {
  const chat = account.kind === 'customer' ? account.recipientId : null;
  return chat === null ? account.sessionId : `chat:${chat}`;
}

function keyOf({ kind, id }: Account): string {
  return `${kind}:${id}`;
}

function customerOf({ kind, id }: Account): number | null {
  return kind === 'customer' ? id : null;
}

/** @returns null for an invalid position */
function readPosition(text: string): FeedPosition | null {
  const [, event, audit] = streamPositionPattern.exec(text) ?? [];
  if (event === undefined || audit === undefined) return null;
  return { event: Number(event), audit: Number(audit) };
}

function tooMany(text: string, waitMs: number): AppError {
  return new AppError('RATE_LIMITED', text, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
