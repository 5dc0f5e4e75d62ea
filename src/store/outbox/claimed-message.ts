/** What the outbox hands out: a message to one address, with all that is put into words. */

import type { OutageTimes } from '../../domain/alerts/delivery.ts';
import type { AccountNews } from '../../domain/people/account-news.ts';
import type { ChannelName, Language, OutageKind } from '../../domain/states.ts';

export type NonEmpty<T> = readonly [T, ...T[]];

/** One notification inside a message. */
export interface ClaimedNotification {
  readonly id: number;
  readonly dueAt: number;
  /** Tries that failed so far. */
  readonly attempts: number;
  /** Epoch ms at which it was queued. */
  readonly createdAt: number;
}

export interface ClaimedOutage extends ClaimedNotification {
  readonly siteName: string;
  /** Its board has said that it sleeps until power is back. */
  readonly isAsleep: boolean;
  readonly outage: OutageTimes & {
    readonly id: number;
    readonly startKnown: 'reported' | 'heartbeat' | 'silence';
    readonly flaps: number;
  };
}

/** A key that ends, or has ended, and what it keeps going. */
export interface ClaimedExpiry extends ClaimedNotification {
  readonly keyCode: string;
  readonly siteName: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** A site a test speaks of: what decides what an alert of it would say. */
export interface TestedSite {
  readonly siteName: string;
  /** False: its board has never been heard. */
  readonly isHeard: boolean;
  readonly hasMainsSense: boolean;
  readonly hasValidKey: boolean;
  readonly isAlertEnabled: boolean;
  /** Epoch ms. */
  readonly mutedUntil: number | null;
}

/** To whom; rows are what goes out together, the first of them names the group. */
interface Addressed<Row extends ClaimedNotification> {
  readonly channel: ChannelName;
  readonly address: string;
  readonly language: Language;
  readonly rows: NonEmpty<Row>;
}

export interface OutageMessage extends Addressed<ClaimedOutage> {
  readonly kind: OutageKind;
}

export interface TestMessage extends Addressed<ClaimedNotification> {
  readonly kind: 'test';
  /** All of the customer's, by name. */
  readonly sites: readonly TestedSite[];
}

export interface ExpiryMessage extends Addressed<ClaimedExpiry> {
  readonly kind: 'key-expiry';
}

interface ClaimedNews extends ClaimedNotification {
  readonly news: AccountNews;
}

export interface NewsMessage extends Addressed<ClaimedNews> {
  readonly kind: 'account';
  /** What the account is called. */
  readonly account: string;
  /** Whose word counts: somebody has proved that the account's phone is theirs. */
  readonly isPhoneProven: boolean;
}

export type ClaimedMessage = OutageMessage | TestMessage | ExpiryMessage | NewsMessage;
