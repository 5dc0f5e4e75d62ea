/** The contacts of a customer: who is told of outages, and when. */

import { z } from 'zod';
import { contactOrders } from '../../domain/alerts/telling.ts';
import { languages, outageKinds } from '../../domain/states.ts';
import { deviceIdParams } from '../devices/devices.ts';
import { portalRecipientSchema } from '../devices/portal.ts';
import { changeAnswer, idSchema, okShape, oneAnswer, shortText, timeSchema } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

const deviceIdSchema = shape(() => deviceIdParams().shape.id);

/** An account's own contact is `own`; the others have numbers. */
export const contactIdSchema = z
  .string()
  .regex(/^(own|[1-9]\d{0,14})$/, 'must be own or a number')
  .meta({ examples: ['17'] });

/** The contact that a chat joins through the link. */
export const messengerLinkQuerySchema = shape(() =>
  z.strictObject({
    contact_id: contactIdSchema.default('own'),
  }),
);

export const contactParams = shape(() => z.strictObject({ id: contactIdSchema }));

/** A time of day by the clocks of the installation. */
const timeOfDaySchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 22:00')
  .meta({ examples: ['22:00'] });

const quietSchema = shape(() =>
  z
    .object({
      from: timeOfDaySchema,
      /** Before `from`: on the next day. */
      to: timeOfDaySchema.meta({ examples: ['06:00'] }),
      /** Messages of these kinds go in these hours, too. */
      wakes: z.array(z.enum(outageKinds)).max(outageKinds.length),
    })
    // A message that is held waits for the end of the hours.
    .refine(({ from, to }) => from !== to, 'must end at another time than they begin'),
);

/** The longest delay of a step. */
const longestStepMinutes = 1440;

const fields = shape(() => ({
  name: shortText(100).trim().min(1, 'is required'),
  /** The language of all messages in its chats. Null: each chat has its own. */
  language: z.enum(languages).nullable(),
  /** `in_turn`: one chat after the other, until one of them took the message. */
  order: z.enum(contactOrders),
  /** Told only if nobody has acknowledged for so long. 0: at once. */
  after_minutes: z
    .int()
    .min(0)
    .max(longestStepMinutes)
    .meta({ examples: [10] }),
  /** Null: none. */
  quiet: quietSchema().nullable(),
  /** Null: all sites. */
  device_ids: z.array(deviceIdSchema()).max(1000).nullable(),
}));

const contactSchema = shape(() =>
  z.object({
    id: contactIdSchema,
    ...fields(),
    recipients: z.array(portalRecipientSchema()),
  }),
);
export type ContactAnswer = OutputOf<typeof contactSchema>;

export const contactsAnswerSchema = shape(() =>
  z.object({ ...okShape, data: z.array(contactSchema()) }),
);
export const contactAnswerSchema = shape(() => changeAnswer(contactSchema()));

export const newContactSchema = shape(() => z.strictObject({ name: fields().name }));

export const saveContactSchema = shape(() =>
  z
    .strictObject({
      ...fields(),
      /** The chats it is to have, in their order. What it had and is not named goes to the own contact. */
      recipient_ids: z.array(idSchema).max(100),
    })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'must have at least one field'),
);
export type SaveContact = OutputOf<typeof saveContactSchema>;

export const previewQuerySchema = shape(() =>
  z.strictObject({
    device_id: deviceIdSchema(),
    /** Power is supposed to be lost when the clocks of the installation next show this time. */
    time: timeOfDaySchema,
  }),
);

/** The messages about a loss that nobody acknowledges, as they would go. */
export const previewAnswerSchema = shape(() =>
  oneAnswer(
    z.object({
      lost_at: timeSchema,
      /** Nobody is told before this planned maintenance ends. */
      maintenance_until: timeSchema.nullable(),
      /** Whether anybody is told again. */
      has_reminders: z.boolean(),
      /** A phone on which it is acknowledged is called once more when power is back. */
      calls_on_recovery: z.boolean(),
      /** The alert calls the outage announced, until this moment. Null: it does not. */
      announced_until: timeSchema.nullable(),
      messages: z.array(
        z.object({
          contact_id: contactIdSchema,
          recipient_id: idSchema,
          at: timeSchema,
          /** Only if the chat before it could not be reached. */
          is_in_turn: z.boolean(),
          /** Whether the alert waits for the end of quiet hours. */
          is_held: z.boolean(),
          /** A phone rings as the site is critical: again and again, until somebody acknowledges. */
          is_critical_call: z.boolean(),
        }),
      ),
    }),
  ),
);
export type PreviewAnswer = OutputOf<typeof previewAnswerSchema>['data'];
