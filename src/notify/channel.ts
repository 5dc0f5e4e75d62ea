/** A way to reach people. One folder per channel in channels/. */
import type { Rate } from '../domain/token-bucket.ts';

export interface MessageButton {
  readonly text: string;
  /** What comes back when it is pressed: at most 64 bytes (Telegram, InlineKeyboardButton). */
  readonly data: string;
}

export interface Message {
  /** Text with Telegram's HTML subset (b, i, code); everything from outside is already escaped. */
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
  /** For one address; all of them hold. */
  readonly perRecipient: (address: string) => readonly Rate[];
}

export interface Channel {
  readonly name: 'telegram' | 'log';
  /**
   * Hands one message to the messenger.
   * @throws SendError when it was not taken, or when nobody can know.
   */
  send(address: string, message: Message): Promise<Receipt>;
  /** Whether the messenger answers at all; tells a dead uplink of ours from a silent fleet. */
  isReachable(): Promise<boolean>;
  /** How fast it may be used; undefined: without limit. */
  readonly limits?: ChannelLimits;
}

export interface SendErrorOptions {
  /** Trying again will never help: blocked, deleted, malformed. */
  readonly permanent: boolean;
  /** The messenger asks to wait this long. */
  readonly retryAfterMs?: number;
  /** `retryAfterMs` is meant for every recipient, not for this one alone. */
  readonly isGlobalLimit?: boolean;
  /** The message may have arrived all the same (the answer was lost). */
  readonly isAmbiguous?: boolean;
  /** The recipient cannot be reached any more; `reason` is shown in the console. */
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
