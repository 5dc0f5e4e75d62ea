import { type Composer, type Filter, InlineKeyboard, Keyboard } from 'grammy';
import { readLinkPayload } from '../actions/alerts/create-messenger-link.ts';
import {
  type MoveQuestion,
  type RegistrationProof,
  registerRecipient,
} from '../actions/alerts/register-recipient.ts';
import { AppError } from '../domain/errors.ts';
import { escapeHtml } from '../notify/messages/plain-text.ts';
import {
  type BotContext,
  type BotEnvironment,
  mayDecide,
  nameOfChat,
  nameOfPerson,
  say,
} from './bot-context.ts';
import { describeSites } from './describe-sites.ts';
import type { BotTexts } from './texts/catalogue.ts';

/** /start with and without a deep link, /register, and the shared contact that answers it. */
export function addRegistration(bot: Composer<BotContext>, environment: BotEnvironment): void {
  bot.command('start', async (ctx) => {
    const token = readLinkPayload(ctx.match.trim());
    if (token !== null) return register(ctx, environment, { type: 'link', token });
    const { connected, texts } = ctx.conversation;
    await say(
      ctx,
      connected === undefined
        ? texts.welcome
        : texts.welcomeBack(escapeHtml(connected.customerName)),
    );
  });

  bot.command('register', async (ctx) => {
    const proof = readPhoneAndKey(ctx.match);
    if (proof !== null) return register(ctx, environment, proof);
    const { texts, isPrivate } = ctx.conversation;
    // Telegram allows sharing a number in private chats only.
    if (!isPrivate) return say(ctx, texts.registerGroupPrompt);
    await say(ctx, texts.registerPrompt, { reply_markup: contactKeyboard(texts) });
  });

  bot.on('message:contact', async (ctx) => {
    const { contact, from } = ctx.message;
    const { texts, isPrivate } = ctx.conversation;
    if (!isPrivate) return;
    // A card from the address book has no user id, or another person's.
    if (contact.user_id === undefined || contact.user_id !== from.id) {
      return say(ctx, texts.notYourContact, { reply_markup: contactKeyboard(texts) });
    }
    await register(ctx, environment, { type: 'contact', phone: contact.phone_number });
  });

  bot.callbackQuery(/^(move|stay):([0-9a-f]{16})$/, (ctx) =>
    answerMove(ctx, environment, ctx.match[2] ?? '', ctx.match[1] === 'move'),
  );
}

function contactKeyboard(texts: BotTexts): Keyboard {
  return new Keyboard().requestContact(texts.shareContact).resized().oneTime();
}

const keyLength = 20;

/** `PHONE KEY`, either of which may contain spaces. Null: there are fewer than two words. */
function readPhoneAndKey(text: string): RegistrationProof | null {
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
  ctx: BotContext,
  environment: BotEnvironment,
  proof: RegistrationProof,
  movesFrom?: number,
): Promise<void> {
  const { channel, address, isPrivate, language, texts, now } = ctx.conversation;
  if (!(await mayDecide(ctx))) return say(ctx, texts.adminsOnly);
  let outcome: ReturnType<typeof registerRecipient>;
  try {
    outcome = registerRecipient(
      environment.monitor,
      {
        channel,
        address,
        chatName: nameOfChat(ctx),
        language,
        proof,
        ...(movesFrom !== undefined && { movesFrom }),
        ...(isPrivate && {
          profile: { name: nameOfPerson(ctx), username: ctx.from?.username ?? null },
        }),
      },
      now,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return say(ctx, refusal(error, texts));
  }
  if (outcome.type === 'asks-to-move') return askToMove(ctx, environment, proof, outcome);
  const { customerId, customerName } = outcome;
  const sites = describeSites(environment, ctx.conversation, customerId);
  // The keyboard with the button is no longer needed.
  await say(ctx, `${texts.connected(escapeHtml(customerName))}\n\n${sites}`, {
    ...(isPrivate && { reply_markup: { remove_keyboard: true } }),
  });
}

/** Names both accounts; nothing happens until the person who asked presses a button. */
async function askToMove(
  ctx: BotContext,
  { moves }: BotEnvironment,
  proof: RegistrationProof,
  { from, to }: MoveQuestion,
): Promise<void> {
  const { address, texts, now } = ctx.conversation;
  const isAnonymous = ctx.message?.sender_chat !== undefined;
  const personId = isAnonymous ? null : (ctx.from?.id ?? null);
  const id = moves.add({ address, personId, from, proof, askedAt: now.wallMs });
  const keyboard = new InlineKeyboard()
    .text(texts.moveButton, `move:${id}`)
    .text(texts.stayButton, `stay:${id}`);
  await say(ctx, texts.moveAsk(escapeHtml(from.name), escapeHtml(to)), { reply_markup: keyboard });
}

async function answerMove(
  ctx: Filter<BotContext, 'callback_query:data'>,
  environment: BotEnvironment,
  id: string,
  isMoving: boolean,
): Promise<void> {
  const { moves } = environment;
  const { address, texts, now } = ctx.conversation;
  const move = moves.find(id, address, now.wallMs);
  if (move === undefined) {
    await ctx.answerCallbackQuery({ text: texts.moveStale, show_alert: true });
    return void (await ctx.editMessageReplyMarkup());
  }
  const { personId, from, proof } = move;
  const isTheirs = personId === null ? await mayDecide(ctx) : personId === ctx.from.id;
  if (!isTheirs) {
    return void (await ctx.answerCallbackQuery({ text: texts.notYourMove, show_alert: true }));
  }
  moves.delete(id);
  await ctx.answerCallbackQuery();
  if (!isMoving) {
    await ctx.editMessageText(texts.stayed(escapeHtml(from.name)), { parse_mode: 'HTML' });
    return;
  }
  await ctx.editMessageReplyMarkup();
  await register(ctx, environment, proof, from.customerId);
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
