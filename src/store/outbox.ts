/**
 * The delivery side of the outbox: which due notifications go now, and as which messages. How they
 * are read is in outbox-rows.ts, what is written back in outbox-changes.ts; they get in by
 * notifications.ts.
 */
import {
  canShareMessage,
  type GroupingFacts,
  groupingWindowMs,
  judgeRelevance,
  kindsByUrgency,
  type OutageTimes,
  type Verdict,
} from '../domain/delivery.ts';
import type { Language, NotificationKind } from '../domain/states.ts';
import type { Store } from './open.ts';
import { applyOutboxChanges, type OutboxChange } from './outbox-changes.ts';
import {
  type ChannelName,
  factsOf,
  findDueAddresses,
  type OutboxRow,
  readWaiting,
} from './outbox-rows.ts';

/** One notification inside a message: what it speaks of. */
export interface ClaimedNotification {
  readonly id: number;
  readonly dueAt: number;
  /** Tries that failed so far. */
  readonly attempts: number;
  readonly siteName: string;
  readonly outage: OutageTimes & {
    readonly startKnown: 'reported' | 'heartbeat' | 'silence';
    readonly flaps: number;
  };
}

/** What goes to one recipient as one message; never empty, the first row names the group. */
export interface ClaimedMessage {
  readonly kind: NotificationKind;
  readonly channel: ChannelName;
  readonly address: string;
  readonly language: Language;
  readonly rows: readonly [ClaimedNotification, ...ClaimedNotification[]];
}

export interface ClaimRequest {
  readonly channel: ChannelName;
  /** At most so many messages. */
  readonly capacity: number;
  /** Addresses that cannot take a message now. */
  readonly blocked: ReadonlySet<string>;
  /** Rows whose fate is decided but not written yet (the disk is full). */
  readonly held: ReadonlySet<number>;
  /** Epoch ms. */
  readonly now: number;
}

export interface ClaimPlan {
  readonly messages: readonly ClaimedMessage[];
  readonly changes: readonly OutboxChange[];
  /** Nothing else is due for an address that is not blocked. */
  readonly isExhausted: boolean;
}

/** For so long a claimed row belongs to the process that claimed it. */
export const leaseMs = 60_000;

/** Addresses looked at in one transaction, sendable or not, so that a claim stays short. */
const maxAddressesPerClaim = 200;
/** Notifications that go in one message. */
const maxRowsPerMessage = 2_000;

/**
 * Takes due messages for one channel out of the queue: each is leased to the caller, and what has
 * been overtaken is settled on the way, all in one transaction.
 * @throws StoreUnavailable
 */
export function claimDue(store: Store, request: ClaimRequest): ClaimPlan {
  return store.transaction(() => {
    const plan = planClaim(store, request);
    applyOutboxChanges(store, plan.changes);
    return plan;
  });
}

/** What `claimDue` would do, without doing it; for times when the disk takes no writes. */
export function planClaim(store: Store, request: ClaimRequest): ClaimPlan {
  const messages: ClaimedMessage[] = [];
  const changes: OutboxChange[] = [];
  const { channel, now, held } = request;
  const taken = new Set(request.blocked);
  let isComplete = true;
  let looks = 0;
  for (const kind of kindsByUrgency) {
    const seen = new Set(taken);
    for (;;) {
      const room = Math.min(request.capacity - messages.length, maxAddressesPerClaim - looks);
      if (room <= 0) return { messages, changes, isExhausted: false };
      const wanted = { channel, kind, limit: room, without: seen, held };
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

/** Settles what is due of one kind for one address, and puts the first message together. */
function lookAt(
  store: Store,
  kind: NotificationKind,
  address: string,
  request: ClaimRequest,
): Look {
  const { channel, now, held } = request;
  const settled = new Map<string, { readonly verdict: Settled; readonly ids: number[] }>();
  let first: OutboxRow | null = null;
  const rows: ClaimedNotification[] = [];
  const until = now + groupingWindowMs;
  const found = readWaiting(
    store,
    { channel, address, kind, until, limit: maxRowsPerMessage },
    now,
  );
  for (const row of found) {
    if (held.has(row.id)) continue;
    const facts = factsOf(row);
    const verdict = judgeRelevance(facts, now);
    if (verdict.action !== 'send' || facts.outage === null) {
      // What is not due yet is judged when it is.
      if (row.nextAttemptAt <= now && verdict.action !== 'send') remember(settled, verdict, row.id);
      continue;
    }
    if (first === null) {
      if (row.nextAttemptAt > now) continue;
      first = row;
    } else if (!canShareMessage(groupingOf(first), groupingOf(row), now)) {
      continue;
    }
    rows.push({
      id: row.id,
      dueAt: row.dueAt,
      attempts: row.attempts,
      siteName: row.siteName ?? '',
      outage: { ...facts.outage, startKnown: row.startKnown, flaps: row.flaps },
    });
  }
  const changes = [...settled.values()].map(({ verdict, ids }) => toChange(verdict, ids));
  const [head, ...rest] = rows;
  const isComplete = found.length < maxRowsPerMessage;
  if (head === undefined || first === null) return { message: null, changes, isComplete };
  changes.push({ type: 'leased', ids: rows.map((row) => row.id), leaseUntil: now + leaseMs });
  const message: ClaimedMessage = {
    kind,
    channel,
    address,
    language: first.language,
    rows: [head, ...rest],
  };
  return { message, changes, isComplete };
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

function toChange(verdict: Settled, ids: readonly number[]): OutboxChange {
  const { reason } = verdict;
  switch (verdict.action) {
    case 'supersede':
      return { type: 'superseded', ids, reason };
    case 'postpone':
      return { type: 'postponed', ids, until: verdict.until, reason };
    case 'fail':
      return { type: 'failed', ids, reason };
  }
}

function groupingOf(row: OutboxRow): GroupingFacts {
  return { kind: row.kind, dueAt: row.dueAt, outage: row };
}
