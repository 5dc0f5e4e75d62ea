import { acknowledgeOutages } from '../actions/alerts/acknowledge-outages.ts';
import { muteDevices } from '../actions/alerts/mute-devices.ts';
import { buttonActions } from '../domain/alerts/button-actions.ts';
import { mayMute } from '../domain/alerts/chat-role.ts';
import type { ConnectedChat } from '../store/alerts/recipients.ts';
import { readSentMessage, type SentMessageContent } from '../store/outbox/sent-messages.ts';
import {
  actorOf,
  type BotEnvironment,
  type Conversation,
  mayDecide,
  type Press,
  recipientOf,
  refusalInGroup,
} from './chat.ts';

const muteMs = 3_600_000;

/** The result of a press: shown for a moment, and written below the message. */
interface PressResult {
  readonly answer: string;
  readonly note: string | null;
}

const alertButton = new RegExp(
  `^(${buttonActions.acknowledge}|${buttonActions.mute}):(\\d{1,15})$`,
);

/** The buttons below alerts and reminders. They act only on devices of the chat's own customer. */
export async function pressAlert(
  conversation: Conversation,
  environment: BotEnvironment,
  press: Press,
): Promise<boolean> {
  const [, action, id] = alertButton.exec(press.data) ?? [];
  if (action === undefined) return false;
  const { connected, texts, chat } = conversation;
  const content =
    connected &&
    readSentMessage(environment.monitor.store, Number(id), {
      ...recipientOf(chat),
      recipientId: connected.recipientId,
    });
  if (connected === undefined || content?.customerId !== connected.customerId) {
    await press.tell(texts.notYours, { isAlert: true });
    return true;
  }
  const refusal = action === buttonActions.mute ? await whyNotMute(conversation, connected) : null;
  if (refusal !== null) {
    await press.tell(refusal, { isAlert: true });
    return true;
  }
  const act = action === buttonActions.acknowledge ? acknowledge : mute;
  const { answer, note } = act(conversation, environment, content, connected.customerId);
  await press.tell(answer);
  if (note !== null) await press.addNote(note);
  return true;
}

/** Anybody may acknowledge, but not everybody may mute. Null: they may. */
async function whyNotMute(
  conversation: Conversation,
  connected: ConnectedChat,
): Promise<string | null> {
  if (!mayMute(connected)) return conversation.texts.muteNotAllowed;
  return (await mayDecide(conversation)) ? null : refusalInGroup(conversation);
}

function acknowledge(
  conversation: Conversation,
  { monitor }: BotEnvironment,
  { outageIds }: SentMessageContent,
  customerId: number,
): PressResult {
  const { texts, times, now, chat } = conversation;
  const by = chat.person.name;
  const actor = actorOf(conversation);
  const outages = acknowledgeOutages(monitor, { customerId, outageIds, by, actor }, now);
  const [first] = outages;
  if (first === undefined) return { answer: texts.nothingToDo, note: null };
  const { earlier } = first;
  if (earlier !== null && outages.every((outage) => outage.earlier !== null)) {
    return {
      answer: texts.ackAlready(earlier.by).slice(0, 200),
      note: texts.acknowledgedBy(earlier.by, times.moment(earlier.at)),
    };
  }
  return {
    answer: outages.every((outage) => outage.isBack) ? texts.ackIsBack : texts.ackDone,
    note: texts.acknowledgedBy(by, times.moment(now.wallMs)),
  };
}

function mute(
  conversation: Conversation,
  { monitor }: BotEnvironment,
  { deviceRows }: SentMessageContent,
  customerId: number,
): PressResult {
  const { texts, times, now, chat } = conversation;
  const until = now.wallMs + muteMs;
  const actor = actorOf(conversation);
  const wish = { customerId, deviceRows, until, by: chat.person.name, actor };
  const muted = muteDevices(monitor, wish, now);
  if (muted.length === 0) return { answer: texts.nothingToDo, note: null };
  return { answer: texts.muteDone, note: texts.muteNote(times.moment(until)) };
}
