/** What is known of a queued notification when it is judged: the outbox reads it, `judgeRelevance` decides. */
import type { Cause, OutageKind } from '../states.ts';
import type { PlannedTime } from './planned-time.ts';
import type { QuietHours } from './quiet-hours.ts';

/** The times of an outage that matter here; epoch ms. */
export interface OutageTimes {
  readonly cause: Cause;
  readonly downAt: number;
  readonly recoverAt: number | null;
  readonly confirmedAt: number | null;
  readonly acknowledgedAt: number | null;
}

/** The facts that decide about every kind of notification. */
interface CommonFacts {
  /** Epoch ms at which the notification was meant to go. */
  readonly dueAt: number;
  readonly isCustomerActive: boolean;
}

/** The facts that decide about a notification of an outage. */
export interface OutageFacts extends CommonFacts {
  readonly kind: OutageKind;
  /** Null: the outage turned out to be part of another one. */
  readonly outage: OutageTimes | null;
  /** Device and recipient still belong to the customer the notification is for. */
  readonly isDeviceTheirs: boolean;
  readonly hasValidKey: boolean;
  readonly isAlertEnabled: boolean;
  readonly isAlertOnRecovery: boolean;
  /** How long after the first of its outage it is to be told. */
  readonly delayMs: number;
  /** How much of that is because another address of the contact is tried before it. */
  readonly turnMs: number;
  /** Epoch ms. */
  readonly mutedUntil: number | null;
  readonly hasNewerReminder: boolean;
  /**
   * For a recovery: when the alert it belongs to may be tried again. Null: that alert is sent or given
   * up.
   */
  readonly alertWaitsUntil: number | null;
  /** Quiet hours of the contact. Null: there are none. */
  readonly quietHours: QuietHours | null;
  /** For an alert: another address of a contact that is told in turn took it. */
  readonly isToldInstead: boolean;
  /** For an alert: who was to be told before is neither told nor left to sleep by their quiet hours. */
  readonly isNobodyReached: boolean;
  /** For a recovery: its alert was held by quiet hours so long that it told of the end, too. */
  readonly isEndTold: boolean;
  /** For a recovery: its alert was given up, or dropped, and cannot have arrived. */
  readonly isLossUntold: boolean;
  /** Until when quiet hours held it; epoch ms. Null: they did not. */
  readonly quietUntil: number | null;
  /** Since when it could be said, as its row has it; epoch ms. Null: it was not tried since it was put off. */
  readonly sayableSince: number | null;
  /** Planned times of the site. */
  readonly planned: readonly PlannedTime[];
  /** When it is looked at next, as its row has it; epoch ms. */
  readonly nextAttemptAt: number;
  readonly isTried: boolean;
  /** Null: the board was heard since this server was last absent, or has had its time to come back. */
  readonly awaited: Awaited | null;
}

/** A board that was not heard since an absence of this server. Epoch ms. */
export interface Awaited {
  /** When the absence began. */
  readonly absentFrom: number;
  /** Until when the board may still come back. */
  readonly until: number;
}

export interface TestFacts extends CommonFacts {
  readonly kind: 'test';
  /** The recipient still belongs to the customer the notification is for. */
  readonly isRecipientTheirs: boolean;
  /** It tells of the simulated board, and shares its message with nothing. */
  readonly isSimulated: boolean;
}

/** What became of the simulated board's power. Epoch ms. */
export interface SimulatedOutage {
  readonly downAt: number;
  /** Null: its power is still out. */
  readonly recoverAt: number | null;
}

/**
 * The facts that decide about a notice of a key's end. A key that is deleted takes its notices with it.
 */
export interface ExpiryFacts extends CommonFacts {
  readonly kind: 'key-expiry';
  readonly isRecipientTheirs: boolean;
  /** The end that the notice is about, and the days that were left; epoch ms. */
  readonly toldExpiresAt: number;
  readonly step: number;
  /** When the key ends now. Null: it has not begun to count. */
  readonly expiresAt: number | null;
  readonly isKeyActive: boolean;
  /** The key, and the device it serves, still belong to the customer the notification is for. */
  readonly isKeyTheirs: boolean;
  /** Another key keeps the device going when this one has ended. */
  readonly hasLongerKey: boolean;
}

/** The facts that decide about news of an account. */
export interface NewsFacts extends CommonFacts {
  readonly kind: 'account';
  /** The recipient is still meant: it belongs to the account, or has just left it. */
  readonly isForRecipient: boolean;
  /** It asks a question, with a button for each answer. */
  readonly isQuestion: boolean;
  /** Somebody has answered it meanwhile. */
  readonly isAnswered: boolean;
  /** The news announces a planned time that was changed or taken back. */
  readonly isTakenBack: boolean;
  /** The news tells how somebody answered an outage, and that holds no more. */
  readonly isOvertaken: boolean;
  /** Quiet hours of the contact, for news that can do without being told. Null: it has none. */
  readonly quietHours: QuietHours | null;
}

/** The facts that decide about news of the service, for the operator. What was overtaken is not in the queue. */
export interface OperatorFacts {
  readonly kind: 'operator';
  /** Epoch ms at which the notification was meant to go. */
  readonly dueAt: number;
}

/** The facts that decide about a message to whoever follows an area of the public page. */
export interface StatusFacts {
  readonly kind: 'status';
  readonly dueAt: number;
  /** The area is shown and the address follows it, or is asked whether it will. */
  readonly isWanted: boolean;
  /** It tells that an outage began which is over. */
  readonly isOver: boolean;
  /** It asks whether somebody there will follow. */
  readonly isQuestion: boolean;
  /** It may not go again: what a stranger gave as a browser's address may be anybody's. */
  readonly isSpent: boolean;
}

/** The facts that decide about the report of a month. */
export interface DigestFacts extends CommonFacts {
  readonly kind: 'digest';
  readonly isRecipientTheirs: boolean;
  /** The recipient still wants it. */
  readonly isWanted: boolean;
  /** As `DigestMonth` has it. */
  readonly number: number;
  /** Quiet hours of the contact. Null: there are none. */
  readonly quietHours: QuietHours | null;
}

/** All facts that decide whether a due notification still says something true to the right person. */
export type DeliveryFacts =
  | OutageFacts
  | TestFacts
  | ExpiryFacts
  | NewsFacts
  | DigestFacts
  | OperatorFacts
  | StatusFacts;
