import {
  and,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { readReachableRecipients } from '../alerts/recipients.ts';
import type { Store } from '../engine/open.ts';
import { perStore } from '../engine/prepared.ts';
import { notifications, outages } from '../engine/schema.ts';

const insertAlert = (store: Store) =>
  store.db.insert(notifications).values({
    outageId: sql.placeholder('outageId'),
    customerId: sql.placeholder('customerId'),
    kind: sql.placeholder('kind'),
    channel: sql.placeholder('channel'),
    recipient: sql.placeholder('recipient'),
    turn: sql.placeholder('turn'),
    language: sql.placeholder('language'),
    dueAt: sql.placeholder('dueAt'),
    nextAttemptAt: sql.placeholder('dueAt'),
    createdAt: sql.placeholder('now'),
  });

const alertOfOutage = [
  notifications.outageId,
  notifications.kind,
  notifications.sequence,
  notifications.channel,
  notifications.recipient,
];

const whenQueuedAgain = {
  status: 'pending',
  dueAt: sql`excluded.due_at`,
  nextAttemptAt: sql`excluded.next_attempt_at`,
} as const;

const upsertAlert = perStore((store) =>
  insertAlert(store)
    .onConflictDoUpdate({
      target: alertOfOutage,
      set: whenQueuedAgain,
      // What was tried or sent is never queued again.
      setWhere: sql`${notifications.status} IN ('superseded', 'pending') AND ${notifications.attempts} = 0`,
    })
    .prepare(),
);

const restoreAlert = perStore((store) =>
  insertAlert(store)
    .onConflictDoUpdate({
      target: alertOfOutage,
      set: { ...whenQueuedAgain, language: sql`excluded.language` },
      setWhere: sql`${notifications.status} = 'superseded' AND ${notifications.attempts} = 0
        OR ${notifications.status} = 'failed' AND ${sql.placeholder('wasUnreachable')}`,
    })
    .prepare(),
);

interface ToldOutage {
  readonly id: number;
  readonly customerId: number | null;
}

/** Queues the first alert of an outage for everyone concerned, or moves the one that still waits. */
export function queueAlerts(
  store: Store,
  outage: ToldOutage,
  channel: 'telegram' | 'log',
  dueAt: number,
  nowMs: number,
): void {
  for (const alert of alertsOf(store, outage, channel, dueAt, nowMs)) upsertAlert(store).run(alert);
}

/**
 * Queues the first alert of an outage for those who are concerned and were left out of it.
 * @param address only for this one, who could not be reached: what failed is queued again
 */
export function requeueAlerts(
  store: Store,
  outage: ToldOutage,
  channel: 'telegram' | 'log',
  dueAt: number,
  nowMs: number,
  address?: string,
): void {
  const wasUnreachable = address === undefined ? 0 : 1;
  for (const alert of alertsOf(store, outage, channel, dueAt, nowMs)) {
    if (address !== undefined && alert.recipient !== address) continue;
    restoreAlert(store).run({ ...alert, wasUnreachable });
  }
}

function alertsOf(
  store: Store,
  { id, customerId }: ToldOutage,
  channel: 'telegram' | 'log',
  dueAt: number,
  nowMs: number,
) {
  const kind = 'alert' as const;
  const alert = { outageId: id, customerId, kind, channel, dueAt, now: nowMs };
  if (customerId === null) return [];
  return readReachableRecipients(store, customerId, channel).map(({ address, language, turn }) => ({
    ...alert,
    recipient: address,
    turn,
    language,
  }));
}

/**
 * Power is back: what had not come due need not be said. An alert that was due and only waits for
 * the messenger stays, and goes out late.
 */
export function holdAlerts(store: Store, outageId: number, nowMs: number): void {
  store.db
    .update(notifications)
    .set({ status: 'superseded' })
    .where(
      and(
        eq(notifications.outageId, outageId),
        eq(notifications.status, 'pending'),
        or(
          eq(notifications.kind, 'reminder'),
          and(
            eq(notifications.kind, 'alert'),
            eq(notifications.attempts, 0),
            gt(notifications.nextAttemptAt, nowMs),
          ),
        ),
      ),
    )
    .run();
}

/** The outage goes on: those who were told are reminded again. */
export function resumeReminders(
  store: Store,
  outageId: number,
  intervalSeconds: number,
  nowMs: number,
): void {
  const told = store.db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.outageId, outageId),
        eq(notifications.kind, 'alert'),
        eq(notifications.status, 'sent'),
      ),
    )
    .all();
  for (const alert of told) {
    const last = store.db
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.outageId, outageId),
          eq(notifications.kind, 'reminder'),
          eq(notifications.channel, alert.channel),
          eq(notifications.recipient, alert.recipient),
        ),
      )
      .orderBy(desc(notifications.sequence))
      .get();
    const dueAt = Math.max(nowMs, last?.dueAt ?? nowMs + intervalSeconds * 1000);
    if (last?.status === 'superseded' && last.attempts === 0) {
      store.db
        .update(notifications)
        .set({ status: 'pending', dueAt, nextAttemptAt: dueAt })
        .where(eq(notifications.id, last.id))
        .run();
    } else if (last?.status !== 'pending' && last?.status !== 'sending') {
      // None yet, or the last one was sent, given up, or tried before power seemed to be back.
      const nextDueAt = nowMs + intervalSeconds * 1000;
      store.db
        .insert(notifications)
        .values({
          outageId,
          customerId: alert.customerId,
          kind: 'reminder',
          sequence: (last?.sequence ?? 0) + 1,
          channel: alert.channel,
          recipient: alert.recipient,
          turn: alert.turn,
          language: alert.language,
          dueAt: nextDueAt,
          nextAttemptAt: nextDueAt,
          createdAt: nowMs,
        })
        .run();
    }
  }
}

/** The outage is not over after all: an end that was not told yet is not told. */
export function cancelRecoveries(store: Store, outageId: number): void {
  store.db
    .update(notifications)
    .set({ status: 'superseded' })
    .where(
      and(
        eq(notifications.outageId, outageId),
        eq(notifications.kind, 'recovery'),
        eq(notifications.status, 'pending'),
      ),
    )
    .run();
}

/** How long the end of an outage waits when others of the same customer are about to end, in ms. */
const gatherMs = 10_000;

/** Whether another outage of the customer is about to be confirmed as over. */
function isAnotherRecovering(store: Store, outageId: number): boolean {
  const other = alias(outages, 'other');
  const found = store.db
    .select({ id: other.id })
    .from(outages)
    .innerJoin(other, eq(other.customerId, outages.customerId))
    .where(
      and(
        eq(outages.id, outageId),
        ne(other.id, outageId),
        isNull(other.confirmedAt),
        isNotNull(other.recoverAt),
      ),
    )
    .limit(1)
    .get();
  return found !== undefined;
}

/** The outage is over: those who were told of it, or still will be, are told of its end. */
export function queueRecoveries(store: Store, outageId: number, nowMs: number): void {
  store.db
    .update(notifications)
    .set({ status: 'superseded' })
    .where(
      and(
        eq(notifications.outageId, outageId),
        eq(notifications.kind, 'reminder'),
        eq(notifications.status, 'pending'),
      ),
    )
    .run();
  const told = store.db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.outageId, outageId),
        eq(notifications.kind, 'alert'),
        or(
          inArray(notifications.status, ['sent', 'sending', 'pending']),
          gt(notifications.ambiguousAttempts, 0),
        ),
      ),
    )
    .all();
  // More than one only if the outage was opened again after its end had been told.
  const sequence =
    store.db
      .select({ total: countDistinct(notifications.sequence) })
      .from(notifications)
      .where(and(eq(notifications.outageId, outageId), eq(notifications.kind, 'recovery')))
      .get()?.total ?? 0;
  // Power comes back to a whole street at once: its devices then share one message.
  const dueAt = isAnotherRecovering(store, outageId) ? nowMs + gatherMs : nowMs;
  for (const alert of told) {
    store.db
      .insert(notifications)
      .values({
        outageId,
        customerId: alert.customerId,
        kind: 'recovery',
        sequence,
        channel: alert.channel,
        recipient: alert.recipient,
        turn: alert.turn,
        language: alert.language,
        dueAt,
        nextAttemptAt: dueAt,
        createdAt: nowMs,
      })
      .onConflictDoNothing()
      .run();
  }
}
