import { z } from 'zod';
import { channelStates, quotaPeriods } from '../../domain/system/channel-standing.ts';
import { signalLevels } from '../../domain/system/modem-signal.ts';
import { changeAnswer, oneAnswer, shortText, timeSchema } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';
import { type SettableChannel, settableChannels, settingsOf } from './channel-settings.ts';

export const signalSchema = shape(() =>
  z.object({
    level: z.enum(signalLevels).meta({ examples: ['good'] }),
    /** Null: it hears no network. */
    dbm: z
      .int()
      .nullable()
      .meta({ examples: [-71] }),
  }),
);

const channelSchema = shape(() =>
  z.object({
    name: z.enum(settableChannels),
    is_set_up: z.boolean(),
    /** By flag, environment or file: nothing here changes it. */
    is_configured: z.boolean(),
    /** Null: it is not set up. */
    state: z.enum(channelStates).nullable(),
    since: timeSchema.nullable(),
    /** The far end's own words when something was wrong. */
    detail: z
      .string()
      .nullable()
      .meta({ examples: ['Telegram: 401 Unauthorized'] }),
    /** The name of this installation at its far end. */
    identity: z
      .string()
      .nullable()
      .meta({ examples: ['@corner_shop_bot'] }),
    quota: z
      .object({
        used: z.int().meta({ examples: [40] }),
        limit: z.int().meta({ examples: [300] }),
        period: z.enum(quotaPeriods),
      })
      .nullable(),
    /** Of the modem by which it goes, as it was last heard. Left out: it goes by none, or nothing recent is known. */
    signal: signalSchema().optional(),
    last_sent_at: timeSchema.nullable(),
    fields: z.array(
      z.object({
        field: z.string().meta({ examples: ['token'] }),
        is_secret: z.boolean(),
        is_required: z.boolean(),
        is_long: z.boolean(),
        /** It means something only while another one has this value. Null: always. */
        when: z.object({ field: z.string(), value: z.string() }).nullable(),
        /** Null: whatever is typed. */
        options: z.array(z.string()).nullable(),
        /** Of a secret, only enough to tell one from another. Null: not set. */
        value: z
          .string()
          .nullable()
          .meta({ examples: ['••••••••wxyz'] }),
      }),
    ),
  }),
);
export type ChannelAnswer = OutputOf<typeof channelSchema>;

export const channelsAnswerSchema = shape(() => oneAnswer(z.array(channelSchema())));
export const changeChannelAnswerSchema = shape(() => changeAnswer(channelSchema()));

/** Fields that are left out stay as they were. */
export function saveChannelSchema(name: SettableChannel) {
  const fields = settingsOf(name).flatMap(({ field, schema, isFileOnly }) =>
    isFileOnly ? [] : [[field, withoutDefault(schema).optional()] as const],
  );
  return z
    .strictObject(Object.fromEntries(fields))
    .refine((given) => Object.keys(given).length > 0, 'must hold at least one setting');
}

/** A field that is left out keeps its value. Its default must not replace that. */
function withoutDefault(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
}

export const testChannelSchema = shape(() =>
  z.strictObject({
    /** The address of somebody who expects the test, as the channel writes it. */
    address: shortText(1200)
      .trim()
      .min(1, 'is required')
      .meta({ examples: ['123456789'] }),
  }),
);
export const testChannelAnswerSchema = shape(() =>
  oneAnswer(
    z.object({
      is_taken: z.boolean(),
      /** The far end's words when it did not take the message. */
      refusal: z
        .string()
        .nullable()
        .meta({ examples: ['Telegram: 400 Bad Request: chat not found'] }),
    }),
  ),
);
