/**
 * The delivery side of the outbox: which due notifications go now, and as which messages. A file for each
 * kind of message reads what waits and composes it; mark.ts writes outcomes back.
 */
import {
  allTurns,
  canShareMessage,
  type DeliveryFacts,
  judgeRelevance,
  kindsByUrgency,
  lapsesAt,
} from '../../domain/alerts/delivery.ts';
import { groupingWindowMs, type Verdict } from '../../domain/alerts/messages/verdict.ts';
import type { ChannelName, NotificationKind } from '../../domain/states.ts';
import { perStore, type Store } from '../engine/open.ts';
import { type NewsMessage, newsMessages } from './account-news.ts';
import { type DigestMessage, digestMessages } from './digests.ts';
import { type ExpiryMessage, expiryMessages } from './expiring-keys.ts';
import { applyOutboxChanges, type OutboxChange } from './mark.ts';
import { type OperatorMessage, operatorMessages } from './operator-news.ts';
import { type AwaitBoard, type OutageMessage, outageMessages } from './outage-messages.ts';
import type { OutboxKind, WaitingRow } from './outbox-kind.ts';
import { type StatusMessage, statusMessages } from './status-news.ts';
import { type TestMessage, testMessages } from './test-alerts.ts';

/** Messages that are put into words without waiting for anything. */
export type PlainMessage =
  | OutageMessage
  | TestMessage
  | ExpiryMessage
  | NewsMessage
  | OperatorMessage;

export type ClaimedMessage = PlainMessage | StatusMessage | DigestMessage;

export interface ClaimRequest {
  readonly channel: ChannelName;
  /** The most messages that are taken. */
  readonly capacity: number;
  /** Addresses that cannot take a message now. */
  readonly blocked: ReadonlySet<string>;
  /** Phones that only critical sites call now. Left out: none. */
  readonly onlyCritical?: ReadonlySet<string> | undefined;
  /** Ids of rows whose outcome is known but not written yet, as on a full disk. */
  readonly held: ReadonlySet<number>;
  /** Epoch ms. */
  readonly now: number;
  /** IANA name. Some kinds do not go at night. */
  readonly timezone: string;
  /** Kinds that are not told on this channel. Undefined: none. */
  readonly leavesOut?: ReadonlySet<NotificationKind> | undefined;
  /** Time in which the channel tries a message of an event, in ms. Undefined: a day. */
  readonly keepTryingMs?: number | undefined;
  /** Left out: no board is awaited. */
  readonly awaitBoard?: AwaitBoard | undefined;
}

export interface ClaimPlan {
  readonly messages: readonly ClaimedMessage[];
  readonly changes: readonly OutboxChange[];
  /** Nothing else is due for an address that is not blocked. */
  readonly isExhausted: boolean;
}

/** Addresses that are looked at in one transaction, so that a claim stays short. */
const maxAddressesPerClaim = 200;
/** Notifications that go in one message. */
const maxRowsPerMessage = 2_000;

/**
 * Takes due messages for one channel out of the queue, and settles notifications that are no longer needed,
 * in one transaction.
 * @throws StoreUnavailable
 */
export function claimDue(store: Store, request: ClaimRequest): ClaimPlan {
  return store.transaction(() => {
    const plan = planClaim(store, request);
    applyOutboxChanges(store, plan.changes);
    return plan;
  });
}

/** Each turn is one step down the index, so that rows behind it are never walked. */
const turns = allTurns.join();

const dueRows = perStore((store) =>
  store.sqlite.query<
    { id: number; recipient: string },
    [channel: string, kind: string, now: number, blocked: string, onlyCritical: string]
  >(`
    SELECT id, recipient FROM notifications INDEXED BY notifications_turn
    WHERE status = 'pending' AND channel = +?1 AND kind = +?2 AND turn IN (${turns})
      AND next_attempt_at <= ?3 AND recipient NOT IN (SELECT value FROM json_each(?4))
      AND (turn < 0 OR recipient NOT IN (SELECT value FROM json_each(?5)))
    ORDER BY turn, next_attempt_at`),
);

/**
 * Addresses for which something of one kind is due: calls of critical sites, then the rest; of both the first address
 * of each customer, then the second of each, and so on, and within a turn the longest waiting first. So nobody waits for the many recipients of
 * another customer.
 * @param held ids of rows that do not count
 * @param now epoch ms
 */
export function findDueAddresses(
  store: Store,
  wanted: {
    readonly channel: ChannelName;
    readonly kind: NotificationKind;
    readonly limit: number;
    readonly without: ReadonlySet<string>;
    readonly onlyCritical?: ReadonlySet<string> | undefined;
    readonly held: ReadonlySet<number>;
  },
  now: number,
): readonly string[] {
  const { channel, kind, limit, without, onlyCritical = [], held } = wanted;
  const found = new Set<string>();
  const [blocked, reserved] = [JSON.stringify([...without]), JSON.stringify([...onlyCritical])];
  const rows = dueRows(store).iterate(channel, kind, now, blocked, reserved);
  for (const row of rows) {
    if (held.has(row.id)) continue;
    found.add(row.recipient);
    if (found.size >= limit) break;
  }
  return [...found];
}

/** The plan of `claimDue` without its writes, for times when the disk takes none. */
export function planClaim(store: Store, request: ClaimRequest): ClaimPlan {
  const messages: ClaimedMessage[] = [];
  const changes: OutboxChange[] = [];
  const { channel, now, held, onlyCritical } = request;
  const taken = new Set(request.blocked);
  let isComplete = true;
  let looks = 0;
  for (const kind of kindsByUrgency) {
    const seen = new Set(taken);
    for (;;) {
      const room = Math.min(request.capacity - messages.length, maxAddressesPerClaim - looks);
      if (room <= 0) return { messages, changes, isExhausted: false };
      const wanted = { channel, kind, limit: room, without: seen, onlyCritical, held };
      const addresses = findDueAddresses(store, wanted, now);
      for (const address of addresses) {
        seen.add(address);
        looks += 1;
        const look = lookAt(store, kind, address, request);
        changes.push(...look.changes);
        if (look.message !== null) {
          messages.push(look.message);
          taken.add(address);
        } else if (!look.isComplete) {
          isComplete = false;
        }
      }
      if (addresses.length < room) break;
    }
  }
  return { messages, changes, isExhausted: isComplete };
}

interface Look {
  readonly message: ClaimedMessage | null;
  readonly changes: readonly OutboxChange[];
  /** Every row that is due was looked at. */
  readonly isComplete: boolean;
}

/** Settles what is due of one kind for one address, and composes the first message. */
function lookAt(
  store: Store,
  kind: NotificationKind,
  address: string,
  request: ClaimRequest,
): Look {
  const { awaitBoard = awaitNone } = request;
  switch (kind) {
    case 'alert':
    case 'reminder':
    case 'recovery':
      return lookAtRows(
        outageMessages(store, kind, request.now, request.timezone, awaitBoard),
        address,
        request,
      );
    case 'test':
      return lookAtRows(testMessages(store, request.now), address, request);
    case 'key-expiry':
      return lookAtRows(expiryMessages(store), address, request);
    case 'account':
      return lookAtRows(newsMessages(store), address, request);
    case 'operator':
      return lookAtRows(operatorMessages(store), address, request);
    case 'digest':
      return lookAtRows(digestMessages(store), address, request);
    case 'status':
      return lookAtRows(statusMessages(store), address, request);
  }
}

function lookAtRows<Row extends WaitingRow & DeliveryFacts>(
  kind: OutboxKind<Row, ClaimedMessage>,
  address: string,
  request: ClaimRequest,
): Look {
  const { channel, now, held, timezone, keepTryingMs } = request;
  const settled = new Map<string, { readonly verdict: Settled; readonly ids: number[] }>();
  const rows: Row[] = [];
  const isReserved = request.onlyCritical?.has(address) === true;
  const until = now + groupingWindowMs;
  const found = kind.read({ channel, address, until, limit: maxRowsPerMessage });
  for (const row of found) {
    if (held.has(row.id) || (isReserved && !isCriticalCall(row))) continue;
    const verdict =
      request.leavesOut?.has(row.kind) === true
        ? leftOut
        : judgeRelevance(row, now, timezone, keepTryingMs);
    if (verdict.action !== 'send') {
      // A row that is not due yet is judged when it is due.
      if (row.nextAttemptAt <= now) remember(settled, verdict, row.id);
      continue;
    }
    const [first] = rows;
    if (first === undefined) {
      if (row.nextAttemptAt > now) continue;
    } else if (!goTogether(first, row, now)) {
      continue;
    }
    rows.push(row);
  }
  const [first] = rows;
  const wanted = { channel, address, until: now, limit: maxRowsPerMessage };
  for (const row of first === undefined ? [] : (kind.readWith?.(first, wanted) ?? [])) {
    if (held.has(row.id) || first === undefined || !goTogether(first, row, now)) continue;
    if (request.leavesOut?.has(row.kind) === true) continue;
    if (judgeRelevance(row, now, timezone, keepTryingMs).action === 'send') rows.push(row);
  }
  const changes = [...settled.values()].map(({ verdict, ids }) => toChange(verdict, ids, now));
  const isComplete = found.length < maxRowsPerMessage;
  const [head, ...rest] = rows;
  if (head === undefined) return { message: null, changes, isComplete };
  changes.push({ type: 'claimed', ids: rows.map((row) => row.id), at: now });
  const message = kind.compose({
    channel,
    address,
    language: head.language,
    rows: [head, ...rest],
    lapsesAt: Math.min(...rows.map((row) => lapsesAt(row, now, keepTryingMs))),
  });
  return { message, changes, isComplete };
}

function isCriticalCall(facts: DeliveryFacts): boolean {
  return 'criticalCalls' in facts && facts.criticalCalls !== null;
}

const awaitNone: AwaitBoard = () => null;

const leftOut: Verdict = {
  action: 'supersede',
  reason: 'messages of this kind do not go on this channel',
};

/** Rows that may have arrived go again as the same message, so that people recognise a repeat. */
function goTogether<Row extends WaitingRow & DeliveryFacts>(
  first: Row,
  other: Row,
  now: number,
): boolean {
  if (first.triedIn !== other.triedIn) return false;
  return first.triedIn !== null || canShareMessage(first, other, now);
}

type Settled = Exclude<Verdict, { action: 'send' }>;

function remember(
  settled: Map<string, { readonly verdict: Settled; readonly ids: number[] }>,
  verdict: Settled,
  id: number,
): void {
  const key = JSON.stringify(verdict);
  const known = settled.get(key);
  if (known === undefined) settled.set(key, { verdict, ids: [id] });
  else known.ids.push(id);
}

function toChange(verdict: Settled, ids: readonly number[], now: number): OutboxChange {
  const { reason } = verdict;
  switch (verdict.action) {
    case 'supersede':
      return { type: 'superseded', ids, reason };
    case 'postpone':
      return { type: 'postponed', ids, until: verdict.until, reason, by: verdict.by };
    case 'fail':
      return { type: 'failed', ids, reason, at: now };
  }
}

const earliest = perStore((store) =>
  store.sqlite.query<{ at: number | null }, [channel: string, after: number]>(`
    SELECT CASE WHEN EXISTS (SELECT 1 FROM notifications INDEXED BY notifications_turn
        WHERE status = 'pending' AND channel = +?1)
      -- Only then: a channel for which nothing waits would walk through all that waits for others.
      THEN (SELECT min(next_attempt_at) FROM notifications INDEXED BY notifications_waiting
        WHERE status IN ('pending', 'sending') AND status = 'pending' AND channel = +?1
          AND next_attempt_at > ?2)
      END AS at`),
);

/**
 * When the next notification of a channel comes due.
 * @param after epoch ms; only later ones count
 * @returns epoch ms. Null: nothing waits
 */
export function readNextDueAt(store: Store, channel: ChannelName, after: number): number | null {
  return earliest(store).get(channel, after)?.at ?? null;
}
