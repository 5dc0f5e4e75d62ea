/** Test alerts in the outbox: queueing them, and reading them for the delivery. */
import { sql } from 'drizzle-orm';
import type { ChannelsInUse } from '../../domain/alerts/channels.ts';
import type { TestFacts } from '../../domain/alerts/delivery-facts.ts';
import { finish } from '../../domain/steps.ts';
import { readKnownSites } from '../alerts/contacts.ts';
import { readReachableRecipients } from '../alerts/recipients.ts';
import { perStore, type Store } from '../engine/open.ts';
import { readSites } from '../people/customer-overview.ts';
import type { TestedSite } from './claimed-message.ts';
import { type WaitingRow, type WantedRows, waitingColumns } from './outbox-rows.ts';
import { notifications } from './tables.ts';

const insertTest = perStore((store) =>
  store.db
    .insert(notifications)
    .values({
      customerId: sql.placeholder('customerId'),
      kind: 'test',
      channel: sql.placeholder('channel'),
      recipient: sql.placeholder('recipient'),
      turn: sql.placeholder('turn'),
      language: sql.placeholder('language'),
      dueAt: sql.placeholder('now'),
      nextAttemptAt: sql.placeholder('now'),
      createdAt: sql.placeholder('now'),
    })
    .prepare(),
);

/**
 * Queues a test alert for every reachable recipient of a customer.
 * @returns the number of recipients
 */
export function queueTestAlerts(
  store: Store,
  customerId: number,
  channels: ChannelsInUse,
  nowMs: number,
): number {
  const recipients = readReachableRecipients(store, customerId, channels);
  for (const { address, ...recipient } of recipients) {
    insertTest(store).run({ customerId, ...recipient, recipient: address, now: nowMs });
  }
  return recipients.length;
}

/** One waiting test. Booleans are 0/1. */
export interface TestRow extends WaitingRow {
  readonly customerId: number;
  /** Null: it is the log's. */
  readonly recipientId: number | null;
  readonly isCustomerActive: number;
  readonly isRecipientTheirs: number;
}

const waitingTests = perStore((store) =>
  store.sqlite.query<TestRow, [channel: string, address: string, until: number, limit: number]>(`
    SELECT ${waitingColumns}, n.customer_id AS customerId, r.id AS recipientId,
      coalesce(c.is_active, 0) AS isCustomerActive,
      n.channel = 'log' OR coalesce(r.customer_id = n.customer_id, 0) AS isRecipientTheirs
    FROM notifications n
    LEFT JOIN customers c ON c.id = n.customer_id
    LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
    WHERE n.status IN ('pending', 'sending') AND n.status = 'pending'
      AND n.channel = +?1 AND n.recipient = +?2 AND n.kind = 'test' AND n.next_attempt_at <= ?3
    ORDER BY n.due_at, n.id
    LIMIT +?4`),
);

/** Tests that wait for one address, in the order in which they were asked for. */
export function readWaitingTests(
  store: Store,
  { channel, address, until, limit }: WantedRows,
): TestRow[] {
  return waitingTests(store).all(channel, address, until, limit);
}

export function testFactsOf(row: TestRow): TestFacts {
  return {
    kind: 'test',
    dueAt: row.dueAt,
    isCustomerActive: row.isCustomerActive === 1,
    isRecipientTheirs: row.isRecipientTheirs === 1,
  };
}

/** The sites that a recipient may know of, with the facts that a test alert needs. */
export function readTestedSites(
  store: Store,
  { customerId, recipientId }: Pick<TestRow, 'customerId' | 'recipientId'>,
  nowMs: number,
): TestedSite[] {
  const known = readKnownSites(store, recipientId);
  return finish(readSites(store, customerId, nowMs, known)).map((site) => ({
    siteName: site.siteName,
    isHeard: site.link !== 'unknown',
    hasMainsSense: site.hasMainsSense,
    hasValidKey: site.hasValidKey,
    isAlertEnabled: site.alertEnabled,
    mutedUntil: site.mutedUntil,
  }));
}
