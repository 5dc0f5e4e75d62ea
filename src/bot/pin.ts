import { editRecipient } from '../actions/alerts/edit-recipient.ts';
import {
  actorOf,
  type BotEnvironment,
  type Conversation,
  mayDecide,
  refusalInGroup,
  say,
} from './chat.ts';

export const answerPin = (conversation: Conversation, environment: BotEnvironment) =>
  setPinned(conversation, environment, true);

export const answerUnpin = (conversation: Conversation, environment: BotEnvironment) =>
  setPinned(conversation, environment, false);

async function setPinned(
  conversation: Conversation,
  { monitor }: BotEnvironment,
  pinned: boolean,
): Promise<void> {
  const { connected, texts, chat, now } = conversation;
  if (!chat.canPin) return say(conversation, texts.pinNotHere);
  if (connected === undefined) return say(conversation, texts.notConnected);
  if (!(await mayDecide(conversation))) return say(conversation, refusalInGroup(conversation));
  const { customerId, recipientId } = connected;
  editRecipient(monitor, customerId, recipientId, { pinned }, actorOf(conversation), now);
  say(conversation, pinned ? texts.pinOn : texts.pinOff);
}
