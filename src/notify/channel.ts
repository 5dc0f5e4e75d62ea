/** A way to reach people. One folder per channel in channels/. */

import { type ButtonAction, buttonActions } from '../domain/alerts/button-actions.ts';
import type { Logger } from '../domain/logger.ts';
import type { AccountNews } from '../domain/people/account-news.ts';
import type {
  Cause,
  ChannelName,
  Language,
  NotificationKind,
  OutageKind,
} from '../domain/states.ts';
import type { Quota } from '../domain/system/channel-standing.ts';
import type { FarEnd } from '../domain/system/far-end.ts';
import type { OperatorNews } from '../domain/system/operator-news.ts';
import type { Rate } from '../domain/token-bucket.ts';

export interface MessageButton {
  readonly text: string;
  readonly action: ButtonAction;
  /** The first notification of the message, or the question that it answers. */
  readonly id: string;
}

/** The facts of one outage that a message tells of. Times in epoch ms. */
export interface ToldOutage {
  /** Its beginning, that it goes on, or its end. */
  readonly kind: OutageKind;
  readonly outageId: number;
  readonly deviceId: string;
  readonly siteName: string;
  readonly cause: Cause;
  readonly downAt: number;
  readonly recoverAt: number | null;
  readonly acknowledgedAt: number | null;
  /** It fell into a time that was announced. */
  readonly isAnnounced: boolean;
}

/** A key that ends, and the device that it serves. */
export interface ToldKey {
  /** The end of its code. */
  readonly suffix: string;
  readonly deviceId: string | null;
  readonly siteName: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** The facts behind a message: those of its kind. There are none behind one that no notification asked for. */
export interface MessageFacts {
  /** When it was put into words (epoch ms): what lasts is counted up to then. */
  readonly saidAt?: number;
  readonly outages?: readonly ToldOutage[];
  readonly keys?: readonly ToldKey[];
  readonly changes?: readonly AccountNews[];
  readonly problems?: readonly OperatorNews[];
}

/** A file that goes along with a message. */
export interface MessageFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** One message, the same for every channel; each gives it the form that its far end takes. */
export interface Message extends MessageFacts {
  readonly kind: NotificationKind;
  readonly language: Language;
  /** The first line as plain text: a subject, or a title. */
  readonly heading: string;
  /**
   * All of it, the heading included, one line below the other. Mark-up is b, i and code; everything from
   * outside is already escaped.
   */
  readonly html: string;
  readonly buttons: readonly MessageButton[];
  /** The outages it tells of: what else is said of them belongs to the same conversation. */
  readonly outageIds: readonly number[];
  /** A subject other than outages of sites. A later message of the same subject replaces an earlier one. */
  readonly about?: string;
  /** Only for channels that take files. */
  readonly file?: MessageFile;
}

export interface SendOptions {
  /**
   * A UUID that is the same whenever the same message goes to the same address, also after a crash. A far
   * end that knows such keys drops the repeat.
   */
  readonly retryKey: string;
  /** Fires once nothing is left to say, for a channel that `canBeCalledOff`. Left out: it is not watched. */
  readonly calledOff?: AbortSignal;
}

export interface Receipt {
  /** The messenger's own id of the message, or null where it has none. */
  readonly externalId: string | null;
  /** Set when the messenger says that the recipient has moved to this address (group → supergroup). */
  readonly movedTo?: string;
}

export interface ChannelLimits {
  readonly overall: Rate;
  /** The rates of one address. A message has to keep to all of them. */
  readonly perRecipient: (address: string) => readonly Rate[];
}

/** What a far end posted, as it came. The channel checks its signature, over the whole address and all fields. */
export interface FarEndPost {
  /** Empty: it bears none. */
  readonly signature: string;
  readonly body: string;
}

/** A message that was acknowledged at its address, by the first of its notifications. */
export interface Pressed {
  readonly address: string;
  readonly notificationId: number;
}

/** What a far end is to do, as it takes it. */
export interface FarEndOrder {
  /** Media type. */
  readonly type: string;
  readonly text: string;
}

export interface FarEndAnswer extends FarEndOrder {
  /** Null: nothing is acknowledged. */
  readonly acknowledged: Pressed | null;
}

/** What a far end fetches from this server and posts to it while a message is on its way, at signed addresses. */
export interface FarEndDoor {
  /** A WAV file. Null: there is none at this address, or it has ended. */
  sound(ticket: string): Uint8Array<ArrayBuffer> | null;
  /** What comes first. Null: as of `sound`. */
  open(ticket: string): FarEndOrder | null;
  /** Whether posts are taken at this address. */
  takes(ticket: string): boolean;
  /**
   * Null: as of `takes`. `forged`: it does not bear the far end's signature, is about another address, or is not as the
   * far end posts.
   */
  take(ticket: string, post: FarEndPost): FarEndAnswer | 'forged' | null;
}

export interface Channel {
  readonly name: ChannelName;
  /** Left out: its far end neither fetches nor posts anything. */
  readonly door?: FarEndDoor;
  /** A file may go along with a message; others get a link to it. */
  readonly takesFiles?: true;
  /** Its far end takes a message whose key it knows once only, so that a repeat is no duplicate. */
  readonly keepsKeys?: true;
  /**
   * Hands one message to the messenger.
   * @throws SendError when the messenger refused it, or its answer was lost
   */
  send(address: string, message: Message, options: SendOptions): Promise<Receipt>;
  /**
   * The service that takes its messages. While it can be reached, this server's own line is alive. Left out where
   * there is none, or customers choose it: those are never asked.
   */
  readonly service?: FarEnd;
  /** A repeat says word for word what the first try said. Left out: it says what is so by then. */
  readonly keepsWords?: true;
  /** Each address is a far end of its own: what one of them does says nothing of the others. */
  readonly hasManyFarEnds?: true;
  /**
   * How long to wait after the first try that failed, the second, and so on; the last one counts for all
   * that follow. Undefined: as for messengers.
   */
  readonly retryDelaysMs?: readonly number[];
  /** How long what happened is tried, in ms. Undefined: a day. */
  readonly keepTryingMs?: number;
  /** How fast messages may go. Undefined: without limit. */
  readonly limits?: ChannelLimits;
  /** How many messages may be on their way at once, at most. Undefined: as many as the outbox gives. */
  readonly atOnce?: number;
  /** A message on its way can be called off, as a phone that rings. */
  readonly canBeCalledOff?: true;
  /** The kinds of message that are not told here, such as reminders where each costs money. */
  readonly leavesOut?: ReadonlySet<NotificationKind>;
  /** Says the name of a site as its owner spoke it. */
  readonly saysNames?: true;
  /** As the far end last said it; null: it has none. Left out where there is none ever. */
  quota?(): Quota | null;
  /** Ends what it runs, when its settings are left or the server stops. Left out where it runs nothing. */
  close?(): Promise<void>;
}

interface SendErrorOptions {
  /** Trying again never helps: blocked, deleted, malformed. */
  readonly permanent: boolean;
  /** How long the messenger asks to wait. */
  readonly retryAfterMs?: number;
  /** `retryAfterMs` is meant for all recipients. */
  readonly isGlobalLimit?: boolean;
  /** `retryAfterMs` is meant for this recipient alone, as of a phone that is busy. Else nobody knows. */
  readonly isOwnLimit?: boolean;
  /** A phone rang, and nobody took it: a critical site has it ring again in its own time. */
  readonly isUnheard?: boolean;
  /** The answer was lost: the message may have arrived. */
  readonly isAmbiguous?: boolean;
  /** The recipient cannot be reached any more. The console shows the error's message. */
  readonly isRecipientGone?: boolean;
  /** The recipient passes it on: others are told at once, and nothing is wrong. */
  readonly isDeclined?: boolean;
  /** Nothing is left to say: it is no failure that it did not go. */
  readonly isOvertaken?: boolean;
}

export class SendError extends Error {
  override readonly name = 'SendError';
  readonly permanent: boolean;
  readonly retryAfterMs: number | undefined;
  readonly isGlobalLimit: boolean;
  readonly isOwnLimit: boolean;
  readonly isUnheard: boolean;
  readonly isAmbiguous: boolean;
  readonly isRecipientGone: boolean;
  readonly isDeclined: boolean;
  readonly isOvertaken: boolean;

  constructor(message: string, options: SendErrorOptions) {
    super(message);
    this.permanent = options.permanent;
    this.retryAfterMs = options.retryAfterMs;
    this.isGlobalLimit = options.isGlobalLimit ?? false;
    this.isOwnLimit = options.isOwnLimit ?? false;
    this.isUnheard = options.isUnheard ?? false;
    this.isAmbiguous = options.isAmbiguous ?? false;
    this.isRecipientGone = options.isRecipientGone ?? false;
    this.isDeclined = options.isDeclined ?? false;
    this.isOvertaken = options.isOvertaken ?? false;
  }
}

/** Whatever a channel threw, as what it should have thrown. */
export function asSendError(error: unknown, log: Logger): SendError {
  if (error instanceof SendError) return error;
  log.error({ err: error }, 'a channel failed in a way it should not');
  return new SendError('unexpected failure', { permanent: false, isAmbiguous: true });
}

/** The code that proves whose number it is. Null: the message brings none. */
export function codeIn({ buttons }: Message): string | null {
  return buttons.find(({ action }) => action === buttonActions.confirm)?.id ?? null;
}

/** The text that comes back when a button is pressed; at most 64 bytes (Telegram, InlineKeyboardButton). */
export function buttonData({ action, id }: Pick<MessageButton, 'action' | 'id'>): string {
  return `${action}:${id}`;
}
