/** Test alerts in the outbox: queueing them, and reading them for the delivery. */
import type { ChannelsInUse } from '../../domain/alerts/channels.ts';
import type { SimulatedOutage, TestFacts } from '../../domain/alerts/messages/test-alert.ts';
import type { Language, NotificationStatus } from '../../domain/states.ts';
import { finish } from '../../domain/steps.ts';
import type { OperatorAddress } from '../../domain/system/operator-address.ts';
import { readKnownSites } from '../alerts/contacts.ts';
import { readReachableRecipients } from '../alerts/recipients.ts';
import { perStore, type Store } from '../engine/open.ts';
import { readStored, type Stored } from '../engine/stored.ts';
import { readSites } from '../people/customer-overview.ts';
import {
  type Addressed,
  type ClaimedNotification,
  type OutboxKind,
  queueMessage,
  type WaitingRow,
  type WantedRows,
  waitingColumns,
  whereWanted,
} from './outbox-kind.ts';

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
  for (const { channel, address, language, turn } of recipients) {
    const to = { channel, address, language, turn };
    queueMessage(store, to, { kind: 'test', customerId }, nowMs);
  }
  return recipients.length;
}

/**
 * Queues for an address of the operator's what became of the simulated board.
 * @returns the id of the notification
 */
export function queueSimulated(
  store: Store,
  { channel, address, language }: OperatorAddress & { readonly language: Language },
  details: SimulatedOutage,
  nowMs: number,
): number {
  return queueMessage(store, { channel, address, language }, { kind: 'test', details }, nowMs);
}

/** The state of a queued message. */
export interface Outcome {
  readonly status: NotificationStatus;
  /** The far end's words, or ours, of a try that failed. Null: none did. */
  readonly lastError: string | null;
}

const outcome = perStore(({ sqlite }) =>
  sqlite.query<Outcome, [id: number]>(
    'SELECT status, last_error AS lastError FROM notifications WHERE id = ?',
  ),
);

/** A row that is not there any more was not needed. */
export function readOutcome(store: Store, id: number): Outcome {
  return outcome(store).get(id) ?? { status: 'superseded', lastError: null };
}

/** A site in a test alert, with the facts that decide what an alert of it would say. */
export interface TestedSite {
  readonly siteName: string;
  /** False: the board was never heard. */
  readonly isHeard: boolean;
  readonly hasMainsSense: boolean;
  readonly hasValidKey: boolean;
  readonly isAlertEnabled: boolean;
  /** Epoch ms. */
  readonly mutedUntil: number | null;
}

export interface TestMessage extends Addressed<ClaimedNotification> {
  readonly kind: 'test';
  /** All sites of the customer that the recipient may know of, by name; or what the simulated board does. */
  readonly tells:
    | { readonly sites: readonly TestedSite[] }
    | { readonly simulated: SimulatedOutage };
}

interface WaitingTest extends WaitingRow, TestFacts {
  /** Null: it is the operator's, of the simulated board. */
  readonly customerId: number | null;
  /** The cut of the simulated board, as JSON. */
  readonly simulated: string | null;
  /** Null: it is the log's. */
  readonly recipientId: number | null;
}

const waitingTests = perStore((store) =>
  store.sqlite.query<Stored<WaitingTest>, WantedRows>(`
    SELECT ${waitingColumns}, n.kind, n.customer_id AS customerId, r.id AS recipientId,
      n.details AS simulated, n.details IS NOT NULL AS isSimulated,
      n.customer_id IS NULL OR coalesce(c.is_active, 0) AS isCustomerActive,
      n.customer_id IS NULL OR n.channel = 'log' OR coalesce(r.customer_id = n.customer_id, 0)
        AS isRecipientTheirs
    FROM notifications n
    LEFT JOIN customers c ON c.id = n.customer_id
    LEFT JOIN recipients r ON r.channel = n.channel AND r.address = n.recipient
      AND n.customer_id IS NOT NULL
    ${whereWanted("'test'")}`),
);

/** Tests go in the order in which they were asked for. */
export function testMessages(store: Store, nowMs: number): OutboxKind<WaitingTest, TestMessage> {
  return {
    read: (wanted) =>
      waitingTests(store)
        .all(wanted)
        .map(readStored<WaitingTest>),
    compose: (message) => ({
      ...message,
      kind: 'test',
      tells:
        message.rows[0].simulated === null
          ? { sites: readTestedSites(store, message.rows[0], nowMs) }
          : { simulated: JSON.parse(message.rows[0].simulated) as SimulatedOutage },
    }),
  };
}

/** The sites that a recipient may know of, with the facts that a test alert needs. */
function readTestedSites(
  store: Store,
  { customerId, recipientId }: Pick<WaitingTest, 'customerId' | 'recipientId'>,
  nowMs: number,
): TestedSite[] {
  if (customerId === null) return [];
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
