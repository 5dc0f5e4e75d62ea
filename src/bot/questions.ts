import { acceptQuestion, refuseQuestion } from '../actions/devices/answer-question.ts';
import { buttonActions } from '../domain/alerts/button-actions.ts';
import { AppError } from '../domain/errors.ts';
import { normaliseActivationKey } from '../domain/keys/activation-key.ts';
import { isQuestion } from '../domain/people/account-news.ts';
import { normalisePhone } from '../domain/people/phone.ts';
import { escapeHtml } from '../notify/messages/plain-text.ts';
import { renderQuestion } from '../notify/messages/render-news.ts';
import { makeWording } from '../notify/messages/wording.ts';
import { type OpenQuestion, readOpenQuestions } from '../store/devices/join-requests.ts';
import { readAskedRecipients } from '../store/outbox/account-news.ts';
import {
  actorOf,
  type BotEnvironment,
  type Conversation,
  type Press,
  recipientOf,
  say,
} from './chat.ts';
import { type BotTexts, botTexts } from './texts/catalogue.ts';

const questionButton = new RegExp(
  `^(${buttonActions.yes}|${buttonActions.no}):([jk][0-9a-f]{1,16})$`,
);

/** The buttons below the question whether a board or a key belongs to the account. */
export async function pressQuestion(
  conversation: Conversation,
  environment: BotEnvironment,
  press: Press,
): Promise<boolean> {
  const [, pressed, question] = questionButton.exec(press.data) ?? [];
  if (question === undefined) return false;
  const { connected, texts, chat, now } = conversation;
  const refuse = async (text: string) => {
    await press.tell(text, { isAlert: true });
    return true;
  };
  if (connected === undefined) return refuse(texts.notYours);
  if (connected.role !== 'owner') return refuse(texts.proveFirst);
  const isYes = pressed === buttonActions.yes;
  const { customerId } = connected;
  const answer = { question, customerId, by: chat.person.name, chat: recipientOf(chat) };
  let answered: OpenQuestion;
  try {
    const act = isYes ? acceptQuestion : refuseQuestion;
    answered = act(environment.monitor, answer, actorOf(conversation), now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await refuse(refusal(error, texts));
    // The question was answered elsewhere, so the buttons do nothing any more.
    if (error.code === 'NOT_FOUND') await press.removeButtons();
    return true;
  }
  await press.tell(isYes ? texts.yesDone : texts.noDone);
  await closeQuestion(conversation, environment, press, answered, isYes);
  return true;
}

/**
 * A person who has proven the number, and types it with the key that a question is about, has answered it: yes.
 * @returns whether there was such a question
 */
export function answerByKey(
  conversation: Conversation,
  { monitor }: BotEnvironment,
  typed: { readonly phone: string; readonly key: string },
): boolean {
  const { connected, texts, chat, now } = conversation;
  if (connected?.role !== 'owner') return false;
  const { customerId } = connected;
  const keyCode = normaliseActivationKey(typed.key);
  const question = readOpenQuestions(monitor.store, customerId).find(
    (open) => open.keyCode === keyCode && open.phone === normalisePhone(typed.phone),
  );
  if (question === undefined) return false;
  const by = chat.person.name;
  const answer = { question: question.id, customerId, by, chat: recipientOf(chat) };
  try {
    acceptQuestion(monitor, answer, actorOf(conversation), now);
    say(conversation, texts.yesDone);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    say(conversation, refusal(error, texts));
  }
  return true;
}

function refusal(error: AppError, texts: BotTexts): string {
  switch (error.code) {
    case 'NOT_FOUND':
      return texts.answeredAlready;
    case 'KEY_INACTIVE':
      return texts.keyRevoked;
    default:
      return texts.proveFirst;
  }
}

/** Removes the buttons in every chat of the messenger that was asked, and shows who answered. */
async function closeQuestion(
  { chat, now: { wallMs } }: Conversation,
  { monitor, timezone }: BotEnvironment,
  press: Press,
  { id, customerId }: OpenQuestion,
  isYes: boolean,
): Promise<void> {
  const by = escapeHtml(chat.person.name);
  for (const asked of readAskedRecipients(monitor.store, customerId, id)) {
    if (asked.channel !== chat.messenger || !isQuestion(asked.news)) continue;
    const wording = makeWording(asked.language, wallMs, timezone);
    const texts = botTexts[asked.language];
    const note = (isYes ? texts.saidYes : texts.saidNo)(by, wording.times.moment(wallMs));
    const html = `${renderQuestion(asked.news, wording)}\n${note}`;
    // The answer stands, even if a chat is gone or its message is too old.
    await press.replaceOther(asked.address, asked.messageId, html).catch((error: unknown) => {
      monitor.log.info({ reason: String(error) }, 'a question could not be marked as answered');
    });
  }
}
