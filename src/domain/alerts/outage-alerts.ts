/** Facts about one message of an outage that its alerts decide: who was reached, who is to be told first. */
import type { ChannelName, NotificationStatus, OutageKind } from '../states.ts';
import { rings } from './channel-traits.ts';
import type { OutageFacts } from './messages/outage.ts';
import type { ContactOrder } from './telling.ts';

/** The recipient that an address is now. */
export interface RecipientOfAddress {
  readonly customerId: number;
  /** Null: the account's own contact's. */
  readonly contactId: number | null;
  readonly isReachable: boolean;
}

interface Addressed {
  readonly channel: ChannelName;
  readonly address: string;
  /** Null: it is for the operator. */
  readonly customerId: number | null;
  /** Delay after the first message of its outage. */
  readonly delayMs: number;
  /** A phone that a critical site calls whether a message has arrived or not. */
  readonly isCriticalCall: boolean;
  /** Null: nobody's any more, or the operator's. */
  readonly recipient: RecipientOfAddress | null;
}

/** An alert of an outage, whatever became of it. Times are epoch ms. */
export interface OutageAlert extends Addressed {
  readonly status: NotificationStatus;
  readonly isTried: boolean;
  /** One of its tries may have been a delivery. */
  readonly mayHaveArrived: boolean;
  readonly dueAt: number;
  readonly nextAttemptAt: number;
  /** The end of the quiet hours that held it. Null: they did not. */
  readonly quietUntil: number | null;
}

/** A message of an outage, about which its alerts are asked. */
export interface MessageOfOutage extends Addressed {
  readonly kind: OutageKind;
  /** The order in which the addresses of its contact are told. */
  readonly order: ContactOrder;
}

type FactsOfAlerts = Pick<
  OutageFacts,
  'turnMs' | 'isToldInstead' | 'isNobodyReached' | 'alertWaitsUntil' | 'isLossUntold'
>;

const noFacts: FactsOfAlerts = {
  turnMs: 0,
  isToldInstead: false,
  isNobodyReached: false,
  alertWaitsUntil: null,
  isLossUntold: false,
};

/** Whether the alerts of its outage can say anything about a message. In most outages one address is told. */
export function dependsOnAlerts({ kind, delayMs, order }: MessageOfOutage): boolean {
  return kind === 'recovery' || (kind === 'alert' && (delayMs > 0 || order === 'in_turn'));
}

/**
 * @param alerts all of the outage, in any order
 * @param now epoch ms
 */
export function factsOfAlerts(
  message: MessageOfOutage,
  alerts: readonly OutageAlert[],
  now: number,
): FactsOfAlerts {
  switch (message.kind) {
    case 'alert':
      return { ...noFacts, ...factsOfAlert(message, alerts, now) };
    case 'reminder':
      return noFacts;
    case 'recovery':
      return { ...noFacts, ...factsOfRecovery(message, alerts) };
  }
}

/** An alert waits so long for other addresses of its contact, in ms. */
export function turnMsOf(alert: Addressed, alerts: readonly OutageAlert[]): number {
  const ofContact = alerts.filter((other) => haveOneContact(alert, other));
  return alert.delayMs - Math.min(alert.delayMs, ...ofContact.map(({ delayMs }) => delayMs));
}

function factsOfAlert(alert: MessageOfOutage, alerts: readonly OutageAlert[], now: number) {
  const ofContact = alerts.filter((other) => haveOneContact(alert, other));
  const before = alerts.filter(
    ({ customerId, delayMs }) =>
      customerId !== null && customerId === alert.customerId && delayMs < alert.delayMs,
  );
  return {
    turnMs: turnMsOf(alert, alerts),
    isToldInstead:
      alert.order === 'in_turn' &&
      ofContact.some((other) => !haveOneAddress(alert, other) && other.status === 'sent'),
    isNobodyReached:
      before.some((other) => isOverdue(other, now)) &&
      !before.some(({ status }) => status === 'sent'),
  };
}

function factsOfRecovery(recovery: MessageOfOutage, alerts: readonly OutageAlert[]) {
  const alert = alerts.find((other) => haveOneAddress(recovery, other));
  if (alert === undefined) return {};
  const { status, mayHaveArrived, nextAttemptAt } = alert;
  const isGivenUp = status === 'failed' || status === 'superseded';
  return {
    alertWaitsUntil: isWaiting(alert) ? nextAttemptAt : null,
    // A phone that may have rung is not one on which the loss was heard.
    isLossUntold: isGivenUp && (rings(alert) || !mayHaveArrived),
  };
}

function isWaiting({ status }: OutageAlert): boolean {
  return status === 'pending' || status === 'sending';
}

/** It was to be told by now, and nobody's quiet hours hold it. */
function isOverdue(alert: OutageAlert, now: number): boolean {
  const isHeld = alert.quietUntil !== null && alert.quietUntil > now;
  return isWaiting(alert) && !isHeld && (alert.isTried || alert.dueAt <= now);
}

function haveOneAddress(one: Addressed, other: Addressed): boolean {
  return one.channel === other.channel && one.address === other.address;
}

/**
 * Whether both are for one contact, which can be reached at the other's address. Calls of a critical site do not take
 * turns with messages.
 */
function haveOneContact(one: Addressed, other: Addressed): boolean {
  return (
    one.isCriticalCall === other.isCriticalCall &&
    one.recipient !== null &&
    other.recipient?.isReachable === true &&
    one.recipient.customerId === other.recipient.customerId &&
    one.recipient.contactId === other.recipient.contactId
  );
}
