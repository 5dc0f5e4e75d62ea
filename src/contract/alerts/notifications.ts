import { z } from 'zod';
import {
  channelNames,
  languages,
  notificationKinds,
  notificationStatuses,
} from '../../domain/states.ts';
import {
  changeAnswer,
  idSchema,
  idTextSchema,
  listAnswer,
  listQueryShape,
  shortText,
  timeSchema,
} from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

/** A message to one chat, or one that was never sent. */
export const notificationSchema = shape(() =>
  z.object({
    id: idSchema,
    kind: z.enum(notificationKinds),
    /** Reminders count 1, 2, 3 …; `key-expiry` has the days that were left, `digest` its month; other kinds have 0. */
    sequence: z.int().meta({ examples: [0] }),
    /** `superseded`: no longer needed before it could go. `failed`: given up. */
    status: z.enum(notificationStatuses),
    channel: z.enum(channelNames),
    /** The address within the channel: for Telegram the chat. */
    recipient: z.string().meta({ examples: ['123456789'] }),
    language: z.enum(languages),
    /** When the message was meant to go. */
    due_at: timeSchema,
    /** When the next try is. */
    next_attempt_at: timeSchema,
    sent_at: timeSchema.nullable(),
    attempts: z.int().meta({ examples: [1] }),
    /** Tries whose answer was lost: the message may have arrived. */
    ambiguous_attempts: z.int().meta({ examples: [0] }),
    last_error: z
      .string()
      .nullable()
      .meta({ examples: ['Forbidden: bot was blocked by the user'] }),
    /** Null: the message is about no outage. */
    outage_id: idSchema.nullable(),
    customer_id: idSchema.nullable(),
    customer_name: z
      .string()
      .nullable()
      .meta({ examples: ['Corner shop'] }),
    device_id: z
      .string()
      .nullable()
      .meta({ examples: ['fw-a1b2c3d4e5f6'] }),
    site_name: z
      .string()
      .nullable()
      .meta({ examples: ['Corner shop'] }),
    created_at: timeSchema,
  }),
);
export type NotificationAnswer = OutputOf<typeof notificationSchema>;

/** `waiting`: pending or on its way. `undelivered`: failed, or due for more than a minute. */
const notificationFilters = [
  'all',
  'undelivered',
  'waiting',
  'sent',
  'failed',
  'superseded',
] as const;

export const notificationsQuerySchema = shape(() =>
  z.strictObject({
    page: listQueryShape.page,
    limit: listQueryShape.limit,
    filter: z.enum(notificationFilters).default('all'),
    device_id: shortText(64)
      .optional()
      .meta({ examples: ['fw-a1b2c3d4e5f6'] }),
    customer_id: idTextSchema.optional(),
    outage_id: idTextSchema.optional(),
  }),
);

export const notificationParams = shape(() => z.strictObject({ id: idTextSchema }));
export const notificationsAnswerSchema = shape(() => listAnswer(notificationSchema()));
export const retryAnswerSchema = shape(() => changeAnswer(notificationSchema()));
export const retryAllAnswerSchema = shape(() =>
  changeAnswer(
    z.object({
      /** Messages that are sent again. */
      retried: z.int().meta({ examples: [3] }),
    }),
  ),
);
