import { type Conversation, keyOf, type Press, say } from './chat.ts';
import { ChatAllowance } from './chat-allowance.ts';

/** Eight questions at once, and eight a minute in the long run. */
const messageRate = { perSecond: 8 / 60, burst: 8 };
/**
 * Presses have a limit of their own: somebody may have many alerts to acknowledge, and a flood of words
 * in a group must not stop the buttons.
 */
const pressRate = { perSecond: 20 / 60, burst: 20 };

/**
 * Limits the work for one chat. A chat that asks more is told so once; then it gets no answer, and
 * nothing is done for it.
 */
export class ChatLimits {
  readonly #messages = new ChatAllowance(messageRate);
  readonly #presses = new ChatAllowance(pressRate);

  /** @returns whether it is to be answered */
  admitMessage(conversation: Conversation): boolean {
    const { chat, now, texts } = conversation;
    const admission = this.#messages.admit(keyOf(chat), now.monoMs);
    if (admission === 'warn') say(conversation, texts.slowDown);
    return admission === 'answer';
  }

  /** @returns whether it is to be answered */
  async admitPress({ chat, now, texts }: Conversation, press: Press): Promise<boolean> {
    const admission = this.#presses.admit(keyOf(chat), now.monoMs);
    if (admission === 'warn') await press.tell(texts.slowDown);
    return admission === 'answer';
  }
}
