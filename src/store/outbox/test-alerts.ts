/** Test alerts in the outbox: queueing them, and reading them for the delivery. */
import { sql } from 'drizzle-orm';
import type { ChannelsInUse } from '../../domain/alerts/channels.ts';
import type { TestFacts } from '../../domain/alerts/delivery-facts.ts';
import { finish } from '../../domain/steps.ts';
import { readKnownSites } from '../alerts/contacts.ts';
import { readReachableRecipients } from '../alerts/recipients.ts';
import { perStore, type Store } from '../engine/open.ts';
import { readStored, type Stored } from '../engine/stored.ts';
import { readSites } from '../people/customer-overview.ts';
import type { TestedSite, TestMessage } from './claimed-message.ts';
import {
  basicsOf,
  mapAll,
  type OutboxKind,
  type WaitingRow,
  type WantedRows,
  waitingColumns,
  whereWanted,
} from './outbox-kind.ts';
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

interface WaitingTest extends WaitingRow, TestFacts {
  readonly customerId: number;
  /** Null: it is the log's. */
  readonly recipientId: number | null;
}

const waitingTests = perStore((store) =>
  store.sqlite.query<Stored<WaitingTest>, WantedRows>(`
    SELECT ${waitingColumns}, n.kind, n.customer_id AS customerId, r.id AS recipientId,
      coalesce(c.is_active, 0) AS isCustomerActive,
      n.channel = 'log' OR coalesce(r.customer_id = n.customer_id, 0) AS isRecipientTheirs
    FROM notifications n
    LEFT JOIN customers c ON c.id = n.customer_id
    LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
    ${whereWanted("'test'")}`),
);

/** Tests go in the order in which they were asked for. */
export function testMessages(store: Store, nowMs: number): OutboxKind<WaitingTest, TestMessage> {
  return {
    read: (wanted) =>
      waitingTests(store)
        .all(wanted)
        .map(readStored<WaitingTest>),
    compose: (head, rows) => ({
      ...head,
      kind: 'test',
      rows: mapAll(rows, basicsOf),
      sites: readTestedSites(store, rows[0], nowMs),
    }),
  };
}

/** The sites that a recipient may know of, with the facts that a test alert needs. */
function readTestedSites(
  store: Store,
  { customerId, recipientId }: Pick<WaitingTest, 'customerId' | 'recipientId'>,
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
