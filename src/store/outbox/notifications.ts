import { rings } from '../../domain/alerts/channel-traits.ts';
import type { ChannelsInUse } from '../../domain/alerts/channels.ts';
import { criticalTurn, lastTurn } from '../../domain/alerts/delivery.ts';
import { heldBecause } from '../../domain/alerts/messages/outage.ts';
import { type EndedLoss, type WaitingWord, whyNeedless } from '../../domain/alerts/once-back.ts';
import type { ChannelName, Language } from '../../domain/states.ts';
import { callsCritical, planFor } from '../alerts/contacts.ts';
import { type Recipient, readReachableRecipients } from '../alerts/recipients.ts';
import { perStore, type Store } from '../engine/open.ts';
import { readToldOfAllSites } from '../system/operator-recipients.ts';

interface AlertRow {
  readonly outageId: number;
  readonly customerId: number | null;
  readonly channel: ChannelName;
  readonly recipient: string;
  readonly turn: number;
  readonly language: Language;
  readonly dueAt: number;
  readonly delayMs: number;
  readonly nextAttemptAt: number;
  readonly now: number;
}

const insertAlert = `
  INSERT INTO notifications (outage_id, customer_id, kind, channel, recipient, turn, language, due_at,
    delay_ms, next_attempt_at, created_at)
  VALUES ($outageId, $customerId, 'alert', $channel, $recipient, $turn, $language, $dueAt, $delayMs,
    $nextAttemptAt, $now)
  ON CONFLICT (outage_id, kind, sequence, channel, recipient) DO UPDATE SET status = 'pending',
    turn = excluded.turn, due_at = excluded.due_at, delay_ms = excluded.delay_ms,
    next_attempt_at = excluded.next_attempt_at, sayable_since = NULL, last_error = NULL`;

const alerts = perStore(({ sqlite }) => ({
  // A message that was sent, or is being tried, is never queued again.
  queue: sqlite.query<null, [Readonly<AlertRow>]>(`${insertAlert}
    WHERE status = 'superseded' OR status = 'pending' AND attempts = 0`),
  // A message that was tried in vain, and then not wanted for a while, has told nobody.
  restore: sqlite.query<null, [Readonly<AlertRow & { wasUnreachable: number }>]>(`${insertAlert},
      language = excluded.language
    WHERE status = 'superseded'
      OR status = 'failed' AND ($wasUnreachable OR last_error = 'expired')`),
}));

interface ToldOutage {
  readonly id: number;
  readonly customerId: number | null;
  readonly deviceRow: number;
}

/** Queues the first alert of an outage for all its recipients, or reschedules one that still waits. */
export function queueAlerts(
  store: Store,
  outage: ToldOutage,
  channels: ChannelsInUse,
  dueAt: number,
  nowMs: number,
): void {
  for (const alert of alertsOf(store, outage, channels, dueAt, nowMs))
    alerts(store).queue.run(alert);
}

/** Queues the first alert of an outage for some of the owner's recipients. */
export function queueAlertsFor(
  store: Store,
  outage: ToldOutage,
  recipients: readonly Recipient[],
  dueAt: number,
  nowMs: number,
): void {
  for (const alert of alertsTo(store, outage, recipients, dueAt, nowMs)) {
    alerts(store).queue.run(alert);
  }
}

/**
 * Lets the alerts of an outage that goes on follow another plan of telling: those that wait move, those
 * that nobody wants any more go, and who is told now is told. Must run inside a transaction.
 */
export function replanAlerts(
  store: Store,
  outage: ToldOutage,
  channels: ChannelsInUse,
  dueAt: number,
  nowMs: number,
): void {
  const { dropAlert, waitingAlerts } = statements(store);
  const planned = alertsOf(store, outage, channels, dueAt, nowMs);
  for (const alert of planned) alerts(store).queue.run(alert);
  for (const waiting of waitingAlerts.all(outage.id)) {
    if (!planned.some((alert) => isFor(alert, waiting))) dropAlert.run(waiting.id);
  }
}

/** Lets what quiet hours hold for a customer's recipients, and what maintenance does, be judged anew. */
export function releaseHeld(store: Store, customerId: number, nowMs: number): void {
  statements(store).releaseHeld.run(customerId, nowMs);
}

/**
 * Queues the first alert of an outage for recipients that were left out.
 * @param only the one recipient to queue for, which could not be reached: a failed alert is queued again
 */
export function requeueAlerts(
  store: Store,
  outage: ToldOutage,
  channels: ChannelsInUse,
  dueAt: number,
  nowMs: number,
  only?: Pick<Recipient, 'channel' | 'address'>,
): void {
  const wasUnreachable = only === undefined ? 0 : 1;
  for (const alert of alertsOf(store, outage, channels, dueAt, nowMs)) {
    if (only !== undefined && !isFor(alert, only)) continue;
    alerts(store).restore.run({ ...alert, wasUnreachable });
  }
}

function alertsOf(
  store: Store,
  outage: ToldOutage,
  channels: ChannelsInUse,
  dueAt: number,
  nowMs: number,
): AlertRow[] {
  if (outage.customerId === null) return [];
  const recipients = readReachableRecipients(store, outage.customerId, channels);
  return [
    ...alertsTo(store, outage, recipients, dueAt, nowMs),
    ...readToldOfAllSites(store, channels).map(({ channel, address, language }) => ({
      outageId: outage.id,
      customerId: null,
      now: nowMs,
      channel,
      recipient: address,
      turn: lastTurn,
      language,
      delayMs: 0,
      dueAt: Math.max(nowMs, dueAt),
      nextAttemptAt: Math.max(nowMs, dueAt),
    })),
  ];
}

function alertsTo(
  store: Store,
  { id, customerId, deviceRow }: ToldOutage,
  recipients: readonly Recipient[],
  dueAt: number,
  nowMs: number,
): AlertRow[] {
  if (customerId === null) return [];
  const isCritical = callsCritical(store, deviceRow, recipients);
  return planFor(store, { customerId, deviceRow }, recipients).map(
    ({ address: told, delayMs, lookMs }) => ({
      outageId: id,
      customerId,
      now: nowMs,
      channel: told.channel,
      recipient: told.address,
      turn: isCritical && rings(told) ? criticalTurn(told.turn) : told.turn,
      language: told.language,
      delayMs,
      dueAt: Math.max(nowMs, dueAt + delayMs),
      nextAttemptAt: Math.max(nowMs, dueAt + lookMs),
    }),
  );
}

function isFor(
  { channel, recipient }: { readonly channel: ChannelName; readonly recipient: string },
  only: Pick<Recipient, 'channel' | 'address'>,
): boolean {
  return channel === only.channel && recipient === only.address;
}

const columns = `outage_id, customer_id, kind, sequence, channel, recipient, turn, language,
  due_at, next_attempt_at, created_at`;

/** Recipients that were sent the alert of an outage, each with its last reminder. */
const told = `FROM notifications a LEFT JOIN notifications last ON last.id = (
    SELECT r.id FROM notifications r
    WHERE r.outage_id = a.outage_id AND r.kind = 'reminder'
      AND r.channel = a.channel AND r.recipient = a.recipient
    ORDER BY r.sequence DESC LIMIT 1)
  WHERE a.outage_id = +?1 AND a.kind = 'alert' AND +a.status = 'sent'`;

/** The `+` before a status keeps SQLite from using the index of all waiting notifications. */
const statements = perStore(({ sqlite }) => ({
  waitingAlerts: sqlite.query<
    { id: number; channel: ChannelName; address: string },
    [outageId: number]
  >(`
    SELECT id, channel, recipient AS address FROM notifications
    WHERE outage_id = ? AND kind = 'alert' AND +status = 'pending' AND attempts = 0`),
  dropAlert: sqlite.query<null, [id: number]>(`
    UPDATE notifications SET status = 'superseded', last_error = 'the contact is not told any more'
    WHERE id = ?`),
  releaseHeld: sqlite.query<null, [customerId: number, now: number]>(`
    UPDATE notifications SET next_attempt_at = ?2,
      due_at = iif(last_error = '${heldBecause.planned}', min(due_at, ?2), due_at)
    WHERE id IN (SELECT n.id FROM recipients r CROSS JOIN notifications n ON n.recipient = r.address
      WHERE r.customer_id = ?1 AND n.channel = r.channel
        AND n.status IN ('pending', 'sending') AND n.status = 'pending'
        AND (n.quiet_until > ?2 OR n.attempts > 0 AND n.last_error = '${heldBecause.planned}'))`),
  waitingWords: sqlite.query<WaitingWordRow, [outageId: number]>(`
    SELECT n.id, n.kind, n.due_at AS dueAt, n.next_attempt_at AS nextAttemptAt, n.delay_ms AS delayMs,
      n.attempts AS tries, n.last_error AS reason, d.muted_until AS mutedUntil
    FROM notifications n JOIN outages o ON o.id = n.outage_id JOIN devices d ON d.id = o.device_row
    WHERE n.outage_id = ? AND +n.status = 'pending' AND n.kind IN ('alert', 'reminder')`),
  dropWord: sqlite.query<null, [id: number, reason: string]>(`
    UPDATE notifications SET status = 'superseded', last_error = ?2 WHERE id = ?1`),
  reviveReminders: sqlite.query<null, [outageId: number, now: number]>(`
    UPDATE notifications SET status = 'pending', due_at = max(?2, due_at),
      next_attempt_at = max(?2, due_at)
    WHERE id IN (SELECT last.id ${told} AND last.status = 'superseded' AND last.attempts = 0)`),
  addReminders: sqlite.query<null, [outageId: number, now: number, dueAt: number]>(`
    INSERT INTO notifications (${columns})
    SELECT a.outage_id, a.customer_id, 'reminder', coalesce(last.sequence, 0) + 1, a.channel,
      a.recipient, a.turn, a.language, ?3, ?3, ?2
    ${told} AND (last.id IS NULL OR last.status NOT IN ('pending', 'sending'))
    ORDER BY a.id`),
  drop: sqlite.query<null, [outageId: number, kind: 'reminder' | 'recovery']>(`
    UPDATE notifications SET status = 'superseded'
    WHERE outage_id = +? AND kind = +? AND +status = 'pending'`),
  // Joined through devices, as the index of open outages is by device. Closed outages are many.
  otherRecovering: sqlite.query<{ id: number }, [outageId: number]>(`
    SELECT other.id FROM outages o
      CROSS JOIN devices d ON d.customer_id = o.customer_id
      CROSS JOIN outages other INDEXED BY outages_one_open ON other.device_row = d.id
    WHERE o.id = ? AND other.id <> o.id AND other.customer_id = o.customer_id
      AND other.confirmed_at IS NULL AND other.recover_at IS NOT NULL
    LIMIT 1`),
  // The sequence is above 0 only for an outage that went on after its recovery had been told.
  addRecoveries: sqlite.query<null, [outageId: number, now: number, dueAt: number]>(`
    INSERT INTO notifications (${columns})
    SELECT a.outage_id, a.customer_id, 'recovery',
      (SELECT count(DISTINCT r.sequence) FROM notifications r
        WHERE r.outage_id = +?1 AND r.kind = 'recovery'),
      a.channel, a.recipient, a.turn, a.language, ?3, ?3, ?2
    FROM notifications a
    WHERE a.outage_id = +?1 AND a.kind = 'alert'
      AND (+a.status IN ('sent', 'sending') OR +a.status = 'pending' AND a.attempts > 0
        OR a.ambiguous_attempts > 0)
    ORDER BY a.id
    ON CONFLICT DO NOTHING`),
}));

interface WaitingWordRow extends Omit<WaitingWord, 'isTried'> {
  readonly id: number;
  readonly tries: number;
  readonly mutedUntil: number | null;
}

/** Drops what power's return makes needless of the messages that wait. */
export function dropNeedless(
  store: Store,
  outageId: number,
  ended: Omit<EndedLoss, 'mutedUntil'>,
  nowMs: number,
): void {
  const { waitingWords, dropWord } = statements(store);
  for (const { id, tries, mutedUntil, ...word } of waitingWords.all(outageId)) {
    const reason = whyNeedless({ ...word, isTried: tries > 0 }, { ...ended, mutedUntil }, nowMs);
    if (reason !== null) dropWord.run(id, reason);
  }
}

/**
 * Queues reminders for an outage that goes on. A reminder that was dropped untried waits again. Recipients
 * that had none yet, or whose last one was tried, get the next.
 */
export function resumeReminders(
  store: Store,
  outageId: number,
  intervalSeconds: number,
  nowMs: number,
): void {
  const { reviveReminders, addReminders } = statements(store);
  reviveReminders.run(outageId, nowMs);
  addReminders.run(outageId, nowMs, nowMs + intervalSeconds * 1000);
}

/** Drops recoveries that were not sent yet: the outage is not over after all. */
export function cancelRecoveries(store: Store, outageId: number): void {
  statements(store).drop.run(outageId, 'recovery');
}

/** A recovery waits so long while other outages of the same customer are about to end, in ms. */
const gatherMs = 10_000;

/**
 * Queues the recovery for recipients that were told of the outage, or still will be. An alert that was not tried yet
 * tells of the end, too: the outage was over before it was heard of.
 */
export function queueRecoveries(store: Store, outageId: number, nowMs: number): void {
  const { drop, otherRecovering, addRecoveries } = statements(store);
  drop.run(outageId, 'reminder');
  // Power comes back to a whole street at once. Its devices share one message.
  const isAnotherRecovering = otherRecovering.get(outageId) !== null;
  addRecoveries.run(outageId, nowMs, isAnotherRecovering ? nowMs + gatherMs : nowMs);
}
