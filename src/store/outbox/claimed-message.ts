/** Messages as the outbox hands them out: one address, and all facts that the text needs. */

import type { OutageTimes, SimulatedOutage } from '../../domain/alerts/delivery-facts.ts';
import type { Nearby } from '../../domain/areas/area-outage.ts';
import type { ToldStatus } from '../../domain/fleet/status-news.ts';
import type { AccountNews } from '../../domain/people/account-news.ts';
import type { ChannelName, Language, OutageKind } from '../../domain/states.ts';
import type { OperatorNews } from '../../domain/system/operator-news.ts';
import type { AreaOutageRow } from '../areas/area-outages.ts';

export type NonEmpty<T> = readonly [T, ...T[]];

/** One notification inside a message. */
export interface ClaimedNotification {
  readonly id: number;
  readonly dueAt: number;
  /** Tries that failed so far. */
  readonly attempts: number;
  /** Epoch ms of the queueing. */
  readonly createdAt: number;
  /** What was said when the message that begins with it was tried, as the delivery keeps it. */
  readonly said?: string | null;
}

export interface ClaimedOutage extends ClaimedNotification {
  readonly kind: OutageKind;
  readonly siteName: string;
  readonly deviceId: string;
  /** The board has reported that it sleeps until power is back. */
  readonly isAsleep: boolean;
  /** The end of the planned time in which it fell (epoch ms). Null: it was not announced. */
  readonly announcedUntil?: number | null;
  /** The area outage that it is part of. Null: none that its owner may know of. */
  readonly nearby?: Nearby | null;
  readonly outage: OutageTimes & {
    readonly id: number;
    readonly startKnown: 'reported' | 'heartbeat' | 'silence';
    readonly flaps: number;
  };
}

/** A key that ends or has ended, and the device that it serves. */
export interface ClaimedExpiry extends ClaimedNotification {
  readonly keyCode: string;
  readonly siteName: string;
  readonly deviceId: string | null;
  /** Epoch ms. */
  readonly expiresAt: number;
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

/** The address of a message, and the notifications in it. The first one names the group. */
interface Addressed<Row extends ClaimedNotification> {
  readonly channel: ChannelName;
  readonly address: string;
  readonly language: Language;
  readonly rows: NonEmpty<Row>;
  /** When it is given up, as `lapsesAt` has it. Left out: never. */
  readonly lapsesAt?: number;
}

export interface OutageMessage extends Addressed<ClaimedOutage> {
  /** Kind of the first row. In a summary, other rows may be of other kinds. */
  readonly kind: OutageKind;
  /** Whether the message sums up what quiet hours have held. */
  readonly isSummary?: boolean;
  /** Whether the recipient may mute sites; left out: it may. */
  readonly mayMute?: boolean;
}

export interface TestMessage extends Addressed<ClaimedNotification> {
  readonly kind: 'test';
  /** All sites of the customer that the recipient may know of, by name; or what the simulated board does. */
  readonly tells:
    | { readonly sites: readonly TestedSite[] }
    | { readonly simulated: SimulatedOutage };
}

export interface ExpiryMessage extends Addressed<ClaimedExpiry> {
  readonly kind: 'key-expiry';
}

interface ClaimedNews extends ClaimedNotification {
  readonly news: AccountNews;
}

export interface NewsMessage extends Addressed<ClaimedNews> {
  readonly kind: 'account';
  /** The name of the account. */
  readonly account: string;
  /** Whether answers from there count: it and the account have proven whose they are. */
  readonly mayAnswer: boolean;
}

interface ClaimedOperatorNews extends ClaimedNotification {
  readonly news: OperatorNews | ToldArea;
}

/** An area outage that began, or is over, as its row has it now. */
export interface ToldArea {
  readonly area: AreaOutageRow;
  readonly isOver: boolean;
}

/** For the operator: what is wrong with the service, and what no longer is. */
export interface OperatorMessage extends Addressed<ClaimedOperatorNews> {
  readonly kind: 'operator';
}

interface ClaimedStatus extends ClaimedNotification {
  readonly news: ToldStatus;
}

/** For whoever follows an area of the public page. */
export interface StatusMessage extends Addressed<ClaimedStatus> {
  readonly kind: 'status';
}

export interface DigestMessage extends Addressed<ClaimedNotification> {
  readonly kind: 'digest';
  readonly customerId: number;
  readonly recipientId: number | null;
  /** YYYY-MM */
  readonly month: string;
}

/** Messages that are put into words without waiting for anything. */
export type PlainMessage =
  | OutageMessage
  | TestMessage
  | ExpiryMessage
  | NewsMessage
  | OperatorMessage;

export type ClaimedMessage = PlainMessage | StatusMessage | DigestMessage;
