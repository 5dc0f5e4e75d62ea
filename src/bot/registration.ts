import { readLinkPayload } from '../actions/alerts/create-messenger-link.ts';
import {
  type MoveQuestion,
  type RegistrationProof,
  registerRecipient,
} from '../actions/alerts/register-recipient.ts';
import { connectOperatorChat } from '../actions/system/operator-link.ts';
import { AppError } from '../domain/errors.ts';
import { escapeHtml } from '../notify/messages/plain-text.ts';
import {
  type BotEnvironment,
  type Conversation,
  findConversation,
  keyOf,
  languageOf,
  mayDecide,
  type Press,
  recipientOf,
  refusalInGroup,
  say,
} from './chat.ts';
import { describeSites } from './describe-sites.ts';
import { answerByKey } from './questions.ts';
import { type BotTexts, botTexts } from './texts/catalogue.ts';

/** @param text what a link brought along, if the chat was opened by one */
export async function answerStart(
  conversation: Conversation,
  environment: BotEnvironment,
  text: string,
): Promise<void> {
  const token = readLinkPayload(text.trim());
  if (token !== null) {
    if (await connectOperator(conversation, environment, token)) return;
    return register(conversation, environment, { type: 'link', purpose: 'join', token });
  }
  const { connected, texts } = conversation;
  say(
    conversation,
    connected === undefined ? texts.welcome : texts.welcomeBack(escapeHtml(connected.customerName)),
  );
}

/** Whether the link was the operator's own; in a group, one of its administrators has to bring it. */
async function connectOperator(
  conversation: Conversation,
  { monitor }: BotEnvironment,
  token: string,
): Promise<boolean> {
  if (!(await mayDecide(conversation))) return false;
  const { chat, now } = conversation;
  const language = connectOperatorChat(monitor, recipientOf(chat), token, now);
  if (language === null) return false;
  say(conversation, botTexts[language].operatorConnected);
  return true;
}

export async function answerRegister(
  conversation: Conversation,
  environment: BotEnvironment,
  text: string,
): Promise<void> {
  const proof = readPhoneAndKey(text);
  if (proof !== null) {
    if (answerByKey(conversation, environment, proof)) return;
    return register(conversation, environment, proof);
  }
  const { texts, chat } = conversation;
  // A number can be shared in private chats only.
  if (!chat.isPrivate) return say(conversation, texts.registerGroupPrompt);
  if (chat.connectPage === undefined) {
    return say(conversation, texts.registerPrompt, { contact: { ask: texts.shareContact } });
  }
  const url = await chat.connectPage();
  if (url === null) return say(conversation, texts.registerTyped);
  say(conversation, texts.registerOnPage, { buttons: [{ text: texts.registerButton, url }] });
}

/** The owner of the chat agreed in the messenger's own dialog. */
export function takeAgreement(
  conversation: Conversation,
  environment: BotEnvironment,
  token: string,
): Promise<void> {
  return register(conversation, environment, { type: 'link', purpose: 'agree', token });
}

/** A number was shared. A card from the address book may be another person's. */
export async function takeContact(
  conversation: Conversation,
  environment: BotEnvironment,
  { phone, isOwn }: { readonly phone: string; readonly isOwn: boolean },
): Promise<void> {
  const { texts } = conversation;
  if (!isOwn) {
    return say(conversation, texts.notYourContact, { contact: { ask: texts.shareContact } });
  }
  await register(conversation, environment, { type: 'contact', phone });
}

const keyLength = 20;

/** `PHONE KEY`, either of which may contain spaces. Null: there are fewer than two words. */
function readPhoneAndKey(text: string): Extract<RegistrationProof, { type: 'key' }> | null {
  const phone = text.trim().split(/\s+/);
  if (phone.length < 2) return null;
  let key = '';
  // The key is made of the last twenty letters and digits.
  while (phone.length > 1 && key.replace(/\W/g, '').length < keyLength) {
    key = `${phone.pop()}${key}`;
  }
  return { type: 'key', phone: phone.join(''), key };
}

async function register(
  conversation: Conversation,
  environment: BotEnvironment,
  proof: RegistrationProof,
  movesFrom?: number,
): Promise<void> {
  const { chat, connected, texts, now } = conversation;
  const { isPrivate, person } = chat;
  if (!(await mayConnect(conversation, proof))) {
    return say(conversation, refusalInGroup(conversation));
  }
  let outcome: ReturnType<typeof registerRecipient>;
  try {
    outcome = registerRecipient(
      environment.monitor,
      {
        ...recipientOf(chat),
        chatName: chat.name,
        proof,
        language: connected?.language ?? languageOf(environment, chat),
        ...(movesFrom !== undefined && { movesFrom }),
        ...(isPrivate && { profile: { name: person.name, username: person.username } }),
      },
      now,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return say(conversation, refusal(error, texts));
  }
  if (outcome.type === 'asks-to-move') return askToMove(conversation, environment, proof, outcome);
  // The account may have said in which language.
  const after = findConversation(environment, chat);
  const joined = after.connected;
  if (joined === undefined) throw new Error('a chat just connected is not there');
  const sites = describeSites(environment, after, joined);
  const html = `${after.texts.connected(escapeHtml(joined.customerName))}\n\n${sites}`;
  // The button for the number is no longer needed.
  say(after, html, isPrivate ? { contact: 'done' } : {});
}

/**
 * Where nobody can decide for a group, the owner of an account can still connect one that belongs to none:
 * the link is their word.
 */
async function mayConnect(conversation: Conversation, proof: RegistrationProof): Promise<boolean> {
  const { chat, connected } = conversation;
  if (await mayDecide(conversation)) return true;
  return !chat.hasAdministrators && connected === undefined && proof.type === 'link';
}

/** Names both accounts; nothing happens until the person who asked presses a button. */
function askToMove(
  conversation: Conversation,
  { moves }: BotEnvironment,
  proof: RegistrationProof,
  { from, to }: MoveQuestion,
): void {
  const { chat, texts, now } = conversation;
  const personId = chat.person.id;
  const id = moves.add({ chat: keyOf(chat), personId, from, proof, askedAt: now.wallMs });
  const buttons = [
    { text: texts.moveButton, data: `move:${id}` },
    { text: texts.stayButton, data: `stay:${id}` },
  ];
  say(conversation, texts.moveAsk(escapeHtml(from.name), escapeHtml(to)), { buttons });
}

export async function pressMove(
  conversation: Conversation,
  environment: BotEnvironment,
  press: Press,
): Promise<boolean> {
  const [, pressed, id] = /^(move|stay):([0-9a-f]{16})$/.exec(press.data) ?? [];
  if (id === undefined) return false;
  const { chat, texts, now } = conversation;
  const move = environment.moves.find(id, keyOf(chat), now.wallMs);
  if (move === undefined) {
    await press.tell(texts.moveStale, { isAlert: true });
    await press.removeButtons();
    return true;
  }
  const { personId, from, proof } = move;
  const isTheirs = personId === null ? await mayDecide(conversation) : personId === chat.person.id;
  if (!isTheirs) {
    await press.tell(texts.notYourMove, { isAlert: true });
    return true;
  }
  environment.moves.delete(id);
  if (pressed === 'stay') {
    await press.replace(texts.stayed(escapeHtml(from.name)));
    return true;
  }
  await press.removeButtons();
  await register(conversation, environment, proof, from.customerId);
  return true;
}

function refusal(error: AppError, texts: BotTexts): string {
  switch (error.code) {
    case 'RATE_LIMITED':
      return texts.tooManyTries(error.details.retryAfterSeconds ?? 60);
    case 'FORBIDDEN':
      return texts.accountInactive;
    case 'NOT_FOUND':
      return texts.linkInvalid;
    case 'CONFLICT':
      return texts.tooManyChats;
    default:
      return texts.wrongCredentials;
  }
}
