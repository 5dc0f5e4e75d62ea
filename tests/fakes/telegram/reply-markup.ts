/** Keyboards below a message, checked as Telegram checks them. */
import { z } from 'zod';
import { badRequest } from './api-error.ts';

export interface InlineButton {
  readonly text: string;
  readonly callback_data?: string | undefined;
  readonly url?: string | undefined;
}
export interface InlineKeyboard {
  readonly inline_keyboard: readonly (readonly InlineButton[])[];
}
export interface ReplyKeyboard {
  readonly keyboard: readonly (readonly {
    readonly text: string;
    readonly request_contact?: boolean | undefined;
  }[])[];
  readonly resize_keyboard?: boolean | undefined;
  readonly one_time_keyboard?: boolean | undefined;
}
export type ReplyMarkup =
  | InlineKeyboard
  | ReplyKeyboard
  | { readonly remove_keyboard: true }
  | { readonly force_reply: true };

/** The service ignores fields it does not know; here they are refused, to find misspelt ones. */
const inlineKeyboardSchema = z.strictObject({
  inline_keyboard: z.array(
    z.array(
      z.strictObject({
        text: z.string().min(1),
        callback_data: z.string().optional(),
        url: z.string().optional(),
      }),
    ),
  ),
});
const replyKeyboardSchema = z.strictObject({
  keyboard: z.array(
    z.array(
      z.union([
        z.strictObject({ text: z.string().min(1), request_contact: z.boolean().optional() }),
        z
          .string()
          .min(1)
          .transform((text) => ({ text })),
      ]),
    ),
  ),
  resize_keyboard: z.boolean().optional(),
  one_time_keyboard: z.boolean().optional(),
  is_persistent: z.boolean().optional(),
  input_field_placeholder: z.string().min(1).max(64).optional(),
  selective: z.boolean().optional(),
});
const otherMarkupSchema = z.union([
  z.strictObject({ remove_keyboard: z.literal(true), selective: z.boolean().optional() }),
  z.strictObject({
    force_reply: z.literal(true),
    input_field_placeholder: z.string().min(1).max(64).optional(),
    selective: z.boolean().optional(),
  }),
]);

/**
 * @param value the `reply_markup` of a request, or undefined.
 * @throws ApiError 400 for a keyboard that Telegram would refuse.
 */
export function checkReplyMarkup(value: unknown, isPrivate: boolean): ReplyMarkup | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'object') throw badRequest('object expected as reply markup');
  if ('inline_keyboard' in value) return checkInlineKeyboard(value);
  if ('keyboard' in value) return checkReplyKeyboard(value, isPrivate);
  return parseAs(otherMarkupSchema, value, 'reply keyboard markup');
}

/** For the methods that take only buttons below the message (editMessage…). */
export function checkInlineKeyboard(value: unknown): InlineKeyboard | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const markup = parseAs(inlineKeyboardSchema, value, 'inline keyboard button');
  for (const button of markup.inline_keyboard.flat()) {
    if (button.callback_data === undefined && button.url === undefined) {
      throw badRequest(
        `can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard`,
      );
    }
    const dataBytes = Buffer.byteLength(button.callback_data ?? 'x');
    // InlineKeyboardButton.callback_data: 1–64 bytes.
    if (dataBytes < 1 || dataBytes > 64) throw badRequest('BUTTON_DATA_INVALID');
    if (button.url !== undefined && !isWebAddress(button.url)) {
      throw badRequest(`inline keyboard button URL '${button.url}' is invalid: Wrong HTTP URL`);
    }
  }
  return markup;
}

function checkReplyKeyboard(value: object, isPrivate: boolean): ReplyKeyboard {
  const markup = parseAs(replyKeyboardSchema, value, 'keyboard button');
  const asksForContact = markup.keyboard
    .flat()
    .some((button) => 'request_contact' in button && button.request_contact === true);
  if (asksForContact && !isPrivate) {
    throw badRequest('phone number can be requested in private chats only');
  }
  return markup;
}

function parseAs<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw badRequest(`can't parse ${what}: ${issue?.path.join('.')} ${issue?.message}`);
}

function isWebAddress(url: string): boolean {
  return /^(https?|tg):\/\/[^\s]+$/.test(url);
}
