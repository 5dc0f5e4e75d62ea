/** A way to reach people. One folder per channel in channels/. */
import type { Rate } from '../domain/token-bucket.ts';

export interface MessageButton {
  readonly text: string;
  /** What the messenger sends when the button is pressed: at most 64 bytes (Telegram, InlineKeyboardButton). */
  readonly data: string;
}

export interface Message {
  /** Text with Telegram's HTML subset (b, i, code). Names from outside are already escaped. */
  readonly html: string;
  readonly buttons: readonly MessageButton[];
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

export interface Channel {
  readonly name: 'telegram' | 'log';
  /**
   * Hands one message to the messenger.
   * @throws SendError when the messenger refused it, or its answer was lost
   */
  send(address: string, message: Message): Promise<Receipt>;
  /** Whether the messenger answers at all. It tells a dead uplink of the server from a silent fleet. */
  isReachable(): Promise<boolean>;
  /** How fast messages may go. Undefined: without limit. */
  readonly limits?: ChannelLimits;
}

export interface SendErrorOptions {
  /** Trying again never helps: blocked, deleted, malformed. */
  readonly permanent: boolean;
  /** How long the messenger asks to wait. */
  readonly retryAfterMs?: number;
  /** `retryAfterMs` is meant for all recipients. */
  readonly isGlobalLimit?: boolean;
  /** The answer was lost: the message may have arrived. */
  readonly isAmbiguous?: boolean;
  /** The recipient cannot be reached any more. The console shows the error's message. */
  readonly isRecipientGone?: boolean;
}

export class SendError extends Error {
  override readonly name = 'SendError';
  readonly permanent: boolean;
  readonly retryAfterMs: number | undefined;
  readonly isGlobalLimit: boolean;
  readonly isAmbiguous: boolean;
  readonly isRecipientGone: boolean;

  constructor(message: string, options: SendErrorOptions) {
    super(message);
    this.permanent = options.permanent;
    this.retryAfterMs = options.retryAfterMs;
    this.isGlobalLimit = options.isGlobalLimit ?? false;
    this.isAmbiguous = options.isAmbiguous ?? false;
    this.isRecipientGone = options.isRecipientGone ?? false;
  }
}
