import { z } from 'zod';
import { shapes, texts } from '../../domain/findings.ts';
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
import { type OutputOf, shape } from '../shape.ts';

/** A customer as operators see them. */
export const customerSchema = shape(() =>
  z.object({
    id: idSchema,
    name: z.string().meta({ examples: ['Corner shop'] }),
    /** E.164. */
    phone: z.string().meta({ examples: ['+66812345678'] }),
    /** When somebody proved that the phone number is theirs. Null: somebody only typed it. */
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
    /** `unreachable`: no chat of the customer can be written to. */
    messenger: z.enum(['connected', 'unreachable', 'none']),
    /** When the customer asked to be deleted. Null: they did not. */
    deletion_requested_at: timeSchema.nullable(),
    created_at: timeSchema,
  }),
);
export type CustomerAnswer = OutputOf<typeof customerSchema>;

/**
 * Somebody else may have made the account of a phone number by typing it first. When a key is to join such
 * an account, the operator says whose it is. `vouch`: the customer's, as it stands. `question`: not
 * theirs: its sessions end, and each of its keys waits until the customer accepts it. `ask`: CONFLICT, if
 * nobody has said yet. Left out: the key joins, and `warnings` says what is not known.
 */
export const wordForAccountSchema = shape(() => z.enum(wordsForAccount).optional());

export const customerQuerySchema = shape(() =>
  z.strictObject({
    ...listQueryShape,
    ...sortShape(customerSorts),
    /**
     * `deletion`: asked to be deleted. `unreachable`: active, with a device, and without a chat that can be
     * written to.
     */
    filter: z.enum(customerFilters).default('all'),
  }),
);

export const customerIdParams = shape(() => z.strictObject({ id: idTextSchema }));
export const customerPhoneParams = shape(() => z.strictObject({ phone: phoneTextSchema }));

const nameText = shape(() =>
  shortText(100, texts.enterName)
    .trim()
    .min(1, texts.enterName)
    .meta({ examples: ['Corner shop'] }),
);

/** A phone number in any form. Normalising it later finds out whether it is one. */
const phoneText = shape(() =>
  shortText(32, texts.enterPhone)
    .trim()
    .min(1, texts.enterPhone)
    .meta({ examples: ['081-234-5678'] }),
);

/** A text, or null. An empty field of a form means null. */
const orNothing = (text: z.ZodType<string, string>) =>
  text
    .nullable()
    .transform((given) => (given === '' ? null : given))
    .optional();

const emailOrEmpty = new RegExp(`^$|${z.regexes.email.source}`);

const optionalShape = shape(() => ({
  /** With or without @. */
  telegram_username: orNothing(
    shortText(33)
      .trim()
      .regex(/^(@?\w{1,32})?$/, shapes.telegramUsername)
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
}));

export const addCustomerSchema = shape(() =>
  z.strictObject({
    phone: phoneText(),
    name: nameText(),
    ...optionalShape(),
  }),
);

/** Fields to change. Null empties a field that may be empty. */
export const editCustomerSchema = shape(() =>
  z
    .strictObject({
      phone: phoneText().optional(),
      name: nameText().optional(),
      ...optionalShape(),
      /** False: all sessions end at once and nobody is alerted. The devices are still heard. */
      is_active: z.boolean().optional(),
    })
    .refine((fields) => Object.keys(fields).length > 0, 'must hold at least one field'),
);

export const customerAnswerSchema = shape(() => oneAnswer(customerSchema()));
/** With the number of customers behind each filter, counted with the search. */
export const customersAnswerSchema = shape(() =>
  listAnswer(customerSchema()).extend({
    counts: countsOf(customerFilters),
  }),
);
export const changeCustomerAnswerSchema = shape(() => changeAnswer(customerSchema()));
