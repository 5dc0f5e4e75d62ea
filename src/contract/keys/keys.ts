/** Activation keys in the console. */

import { z } from 'zod';
import { deviceTypes } from '../../domain/devices/device-type.ts';
import { texts } from '../../domain/findings.ts';
import {
  keyFilters,
  keySorts,
  keyStatuses,
  purchaseTypes,
} from '../../domain/keys/key-lifecycle.ts';
import {
  changeAnswer,
  countsOf,
  idSchema,
  idTextSchema,
  keyCodeTextSchema,
  listAnswer,
  listQueryShape,
  longText,
  okShape,
  oneAnswer,
  phoneTextSchema,
  shortText,
  sortShape,
  timeSchema,
} from '../fields.ts';
import { deviceTypeSchema } from '../fleet/device.ts';
import { wordForAccountSchema } from '../people/customers.ts';
import { type OutputOf, shape } from '../shape.ts';

export const keySchema = shape(() =>
  z.object({
    key_code: z.string().meta({ examples: ['7Q4KD-9M2XP-C3R8T-VWYZ6'] }),
    purchase_type: z.enum(purchaseTypes),
    /** The board of a bundle. Null: the key is no bundle's. */
    device_type: z.enum(deviceTypes).nullable(),
    customer_id: idSchema.nullable(),
    customer_name: z
      .string()
      .nullable()
      .meta({ examples: ['Corner shop'] }),
    /** E.164. */
    phone: z
      .string()
      .nullable()
      .meta({ examples: ['+66812345678'] }),
    device_id: z
      .string()
      .nullable()
      .meta({ examples: ['fw-a1b2c3d4e5f6'] }),
    site_name: z
      .string()
      .nullable()
      .meta({ examples: ['Shop'] }),
    /** Whole baht, as it was when the key was made. */
    price: z.number().meta({ examples: [200] }),
    is_active: z.boolean().meta({ examples: [true] }),
    status: z.enum(keyStatuses),
    /** When the key was first used. Null: it has not started counting. */
    activated_at: timeSchema.nullable(),
    expires_at: timeSchema.nullable(),
    /** The maker of the key, as the audit log names them. */
    created_by: z.string().meta({ examples: ['admin:admin'] }),
    created_at: timeSchema,
    notes: z
      .string()
      .nullable()
      .meta({ examples: ['Paid in cash'] }),
  }),
);
export type KeyAnswer = OutputOf<typeof keySchema>;

/** The filters of the list and of its export. */
export const keyFilterShape = shape(() => ({
  q: listQueryShape.q,
  filter: z.enum(keyFilters).default('all'),
  /** Only keys of this customer. */
  customer_id: idTextSchema.optional(),
}));

export const keyListQuerySchema = shape(() =>
  z.strictObject({
    ...listQueryShape,
    ...sortShape(keySorts),
    ...keyFilterShape(),
  }),
);
/** With the number of keys behind each filter, counted with the search. */
export const keyListAnswerSchema = shape(() =>
  listAnswer(keySchema()).extend({ counts: countsOf(keyFilters) }),
);

const keyCountsShape = shape(() => ({
  total: z.int().meta({ examples: [12] }),
  unused: z.int().meta({ examples: [5] }),
  /** Keys that serve a device, whether active, expired or revoked. */
  used: z.int().meta({ examples: [6] }),
  active: z.int().meta({ examples: [4] }),
  expired: z.int().meta({ examples: [1] }),
  inactive: z.int().meta({ examples: [2] }),
  /** Active keys that end within 30 days. */
  ending: z.int().meta({ examples: [1] }),
}));

/** The counts are both beside `ok` and in `data`. */
export const keyStatsAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    ...keyCountsShape(),
    data: z.object(keyCountsShape()),
  }),
);

export const keyParamsSchema = shape(() => z.strictObject({ keyCode: keyCodeTextSchema }));
export const keyOneAnswerSchema = shape(() => oneAnswer(keySchema()));

const notesSchema = shape(() =>
  longText(1_000)
    .nullable()
    .meta({ examples: ['Paid in cash'] }),
);

const warningsShape = shape(() => ({
  /** When `account` was left out, and the key joined an account that nobody has vouched for. */
  warnings: z.array(z.string()).optional(),
}));

/** The purchase. A bundle names its board. */
const orderShape = shape(() => ({
  purchaseType: z.enum(purchaseTypes),
  deviceType: z
    .union([z.null(), deviceTypeSchema], `must be null or one of ${deviceTypes.join(', ')}`)
    .optional(),
  /** Phone number of a customer, who is created if unknown. Left out or empty: the key is bound later. */
  phone: phoneTextSchema.nullable().optional(),
  notes: notesSchema().optional(),
  account: wordForAccountSchema(),
}));

export const createKeySchema = shape(() => z.strictObject(orderShape()));
export const createKeyAnswerSchema = shape(() => changeAnswer(keySchema()).extend(warningsShape()));

export const createKeysSchema = shape(() =>
  z.strictObject({
    quantity: z
      .int('must be a whole number from 1 to 100')
      .min(1, 'must be at least 1')
      .max(100, 'must be at most 100')
      .default(10)
      .meta({ examples: [10] }),
    ...orderShape(),
  }),
);
export const createKeysAnswerSchema = shape(() =>
  changeAnswer(z.array(keySchema())).extend(warningsShape()),
);

/** Edits notes, binds the key to a phone number, or transfers it to a customer. */
export const editKeySchema = shape(() =>
  z
    .strictObject({
      /** Empty or null: none. */
      notes: notesSchema().optional(),
      /** Binds the key to the customer with this phone. */
      phone: shortText(32, texts.enterPhone)
        .refine((phone) => phone.trim() !== '', texts.enterPhone)
        .optional()
        .meta({ examples: ['081-234-5678'] }),
      /** Transfers the key, and the device it serves, to this customer. */
      customer_id: z
        .int(texts.selectCustomer)
        .min(1, texts.selectCustomer)
        .max(Number.MAX_SAFE_INTEGER, texts.selectCustomer)
        .optional()
        .meta({ examples: [17] }),
      account: wordForAccountSchema(),
    })
    .refine(({ account: _, ...edit }) => Object.values(edit).some((value) => value !== undefined), {
      message: 'must hold notes, phone or customer_id',
    })
    .refine((edit) => edit.phone === undefined || edit.customer_id === undefined, {
      path: ['phone'],
      message: 'cannot be given together with customer_id',
    })
    .meta({ examples: [{ notes: 'Paid in cash' }] }),
);
export const editKeyAnswerSchema = shape(() => changeAnswer(keySchema()).extend(warningsShape()));

export const renewKeySchema = shape(() =>
  z.strictObject({
    /** 1, 3, 6, 12, 24, or the months of a new key. */
    months: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(1_200, 'must be at most 1200')
      .default(12)
      .meta({ examples: [12] }),
  }),
);
export const renewKeyAnswerSchema = shape(() =>
  changeAnswer(
    // The page reads the message in `data`.
    keySchema().extend({ message: z.string().meta({ examples: ['Key renewed'] }) }),
  ),
);

export const revokeKeyAnswerSchema = shape(() => changeAnswer(keySchema()));

export const deleteKeysSchema = shape(() =>
  z.strictObject({
    key_codes: z
      .array(keyCodeTextSchema, texts.selectKeys)
      .min(1, texts.selectKeys)
      .max(200, 'must be at most 200'),
  }),
);
export const deleteKeysAnswerSchema = shape(() =>
  changeAnswer(
    z.object({
      /** Deleted keys. */
      deleted: z.int().meta({ examples: [3] }),
    }),
  ),
);
