import { z } from 'zod';
import { texts } from '../../domain/findings.ts';
import { customerFilters, customerSorts } from '../../domain/people/customer-filter.ts';
import { wordsForAccount } from '../../domain/people/word-for-account.ts';
import { languages } from '../../domain/states.ts';
import {
  changeAnswer,
  countsOf,
  idSchema,
  idTextSchema,
  listAnswer,
  listQueryShape,
  longText,
  oneAnswer,
  phoneTextSchema,
  shortText,
  sortShape,
  timeSchema,
} from '../fields.ts';

/** A customer as the administrator sees them. */
export const customerSchema = z.object({
  id: idSchema,
  name: z.string().meta({ examples: ['Corner shop'] }),
  /** E.164. */
  phone: z.string().meta({ examples: ['+66812345678'] }),
  /** When somebody proved that the phone is theirs; null: it was only typed. */
  phone_proven_at: timeSchema.nullable(),
  email: z
    .string()
    .nullable()
    .meta({ examples: ['shop@example.com'] }),
  line_id: z
    .string()
    .nullable()
    .meta({ examples: ['corner.shop'] }),
  address: z
    .string()
    .nullable()
    .meta({ examples: ['99/1 Moo 4, Chiang Mai'] }),
  /** Without @. */
  telegram_username: z
    .string()
    .nullable()
    .meta({ examples: ['corner.shop'] }),
  device_count: z.int().meta({ examples: [2] }),
  key_count: z.int().meta({ examples: [3] }),
  is_active: z.boolean(),
  language: z.enum(languages),
  /** `unreachable`: the messenger says of every chat that it cannot be written to. */
  messenger: z.enum(['connected', 'unreachable', 'none']),
  /** When they asked to be deleted; null: they did not. */
  deletion_requested_at: timeSchema.nullable(),
  created_at: timeSchema,
});
export type CustomerAnswer = z.infer<typeof customerSchema>;

/**
 * Whose an account is that somebody may have made by typing the number first, where a key is to join it:
 * `vouch`, the customer's as it stands; `question`, not theirs: whoever is in it loses it, and each of its
 * keys waits for the customer's yes; `ask`: CONFLICT, if that is not known. Left out: it stays as it is,
 * and sees the new key, of which `warnings` tells.
 */
export const wordForAccountSchema = z.enum(wordsForAccount).optional();

export const customerQuerySchema = z.strictObject({
  ...listQueryShape,
  ...sortShape(customerSorts),
  /**
   * `deletion`: those who asked to be deleted; `unreachable`: active, with a device, and without a chat
   * that can be told.
   */
  filter: z.enum(customerFilters).default('all'),
});

export const customerIdParams = z.strictObject({ id: idTextSchema });
export const customerPhoneParams = z.strictObject({ phone: phoneTextSchema });

const nameText = shortText(100, texts.enterName)
  .trim()
  .min(1, texts.enterName)
  .meta({ examples: ['Corner shop'] });

/** In any form; whether it is a number is found out when it is normalised. */
const phoneText = shortText(32, texts.enterPhone)
  .trim()
  .min(1, texts.enterPhone)
  .meta({ examples: ['081-234-5678'] });

/** An empty field of a form says the same as null: nothing is known. */
const orNothing = (text: z.ZodType<string, string>) =>
  text
    .nullable()
    .transform((given) => (given === '' ? null : given))
    .optional();

const emailOrEmpty = new RegExp(`^$|${z.regexes.email.source}`);

const optionalShape = {
  /** With or without @. */
  telegram_username: orNothing(
    shortText(33)
      .trim()
      .regex(/^(@?\w{1,32})?$/, 'must be a username of Telegram: letters, digits and _')
      .meta({ examples: ['@corner_shop'] })
      .transform((name) => name.replace('@', '')),
  ),
  email: orNothing(
    shortText(254)
      .trim()
      .regex(emailOrEmpty, texts.invalidEmail)
      .meta({ examples: ['shop@example.com'] }),
  ),
  line_id: orNothing(
    shortText(64)
      .trim()
      .meta({ examples: ['corner.shop'] }),
  ),
  address: orNothing(
    longText(500)
      .trim()
      .meta({ examples: ['99/1 Moo 4, Chiang Mai'] }),
  ),
};

export const addCustomerSchema = z.strictObject({
  phone: phoneText,
  name: nameText,
  ...optionalShape,
});

/** Any of these; null empties what may be empty. */
export const editCustomerSchema = z
  .strictObject({
    phone: phoneText.optional(),
    name: nameText.optional(),
    ...optionalShape,
    /** False: all sessions end at once and nobody is alerted; the devices are still heard. */
    is_active: z.boolean().optional(),
  })
  .refine((fields) => Object.keys(fields).length > 0, 'must hold at least one field');

export const customerAnswerSchema = oneAnswer(customerSchema);
/** With the number of customers behind each filter; they heed the search, not the filter. */
export const customersAnswerSchema = listAnswer(customerSchema).extend({
  counts: countsOf(customerFilters),
});
export const changeCustomerAnswerSchema = changeAnswer(customerSchema);
