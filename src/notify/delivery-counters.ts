import type { ChannelName, NotificationKind } from '../domain/states.ts';
import type { ClaimedMessage } from '../store/outbox/claim.ts';
import type { OutboxChange } from '../store/outbox/mark.ts';
import type { Channel } from './channel.ts';

interface ChannelCounters {
  /** Messages that the far end took. */
  messages: number;
  /** Notifications that were given up, and tries that were repeated. */
  failed: number;
  retried: number;
}

/** Counts since start, for /metrics. Notifications are counted, of which a message may carry several. */
export class DeliveryCounters {
  /** Messages the messenger took. */
  messages = 0;
  sent = 0;
  failed = 0;
  retried = 0;
  superseded = 0;
  /** Tries whose answer was lost. Each may have been a delivery, which is then repeated. */
  possibleDuplicates = 0;
  /** Answers given in chats. */
  answers = 0;
  /** Answers that were dropped because too many waited, or for too long. */
  answersDropped = 0;
  /** Notifications sent, by kind. */
  readonly byKind: Record<NotificationKind, number> = {
    alert: 0,
    reminder: 0,
    recovery: 0,
    test: 0,
    'key-expiry': 0,
    account: 0,
    operator: 0,
    digest: 0,
    status: 0,
  };

  /** Counts of each channel that took or refused anything. */
  readonly byChannel = new Map<ChannelName, ChannelCounters>();

  count(
    { name, keepsKeys }: Pick<Channel, 'name' | 'keepsKeys'>,
    change: OutboxChange,
    message?: ClaimedMessage,
  ): void {
    const own = this.#of(name);
    switch (change.type) {
      case 'sent':
        this.messages += 1;
        own.messages += 1;
        this.sent += change.ids.length;
        if (message !== undefined) this.byKind[message.kind] += change.ids.length;
        break;
      case 'retried':
        this.retried += change.ids.length;
        own.retried += change.ids.length;
        if (change.isAmbiguous && keepsKeys !== true) {
          this.possibleDuplicates += change.ids.length;
        }
        break;
      case 'superseded':
        this.superseded += change.ids.length;
        break;
      case 'failed':
      case 'recipient-gone':
        this.failed += change.ids.length;
        own.failed += change.ids.length;
        break;
      case 'claimed':
      case 'postponed':
      case 'recipient-moved':
    }
  }

  #of(channel: ChannelName): ChannelCounters {
    const known = this.byChannel.get(channel);
    if (known !== undefined) return known;
    const fresh = { messages: 0, failed: 0, retried: 0 };
    this.byChannel.set(channel, fresh);
    return fresh;
  }
}
