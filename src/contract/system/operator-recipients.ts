import { z } from 'zod';
import { hasTrait } from '../../domain/alerts/channel-traits.ts';
import { webhookFormats } from '../../domain/alerts/webhook-address.ts';
import { channelNames, languages } from '../../domain/states.ts';
import { idSchema, idTextSchema, okShape, oneAnswer, shortText, timeSchema } from '../fields.ts';
import { type InputOf, type OutputOf, shape } from '../shape.ts';
import { settableChannels } from './channel-settings.ts';

const operatorRecipientSchema = shape(() =>
  z.object({
    /** Null: the configuration names it, and nothing here changes it. */
    id: idSchema.nullable(),
    channel: z.enum(channelNames),
    /** As the channel names it; of a webhook only its host, since the rest may be secret. */
    address: z.string().meta({ examples: ['me@example.com'] }),
    is_for_all_sites: z.boolean(),
    /** Posts there are signed. */
    is_signed: z.boolean(),
    /** The reason that it cannot be reached any more, in its far end's words. Null: it can. */
    unreachable_reason: z
      .string()
      .nullable()
      .meta({ examples: ['Webhook: 410 Gone'] }),
  }),
);
export type OperatorRecipientAnswer = OutputOf<typeof operatorRecipientSchema>;

export const operatorRecipientsAnswerSchema = shape(() =>
  oneAnswer(z.array(operatorRecipientSchema())),
);

const typedChannels = settableChannels.filter((name) => hasTrait(name, 'tellsOperator'));

export const addOperatorRecipientSchema = shape(() =>
  z
    .strictObject({
      channel: z.enum(typedChannels),
      address: shortText(1000)
        .trim()
        .min(1, 'is required')
        .meta({ examples: ['me@example.com'] }),
      /** Of a webhook: what is posted there. */
      format: z.enum(webhookFormats).default('events'),
      /** Of a webhook: told of the sites of all customers, too. */
      is_for_all_sites: z.boolean().default(false),
      language: z.enum(languages),
    })
    .refine(({ channel, address }) => channel !== 'webhook' || /^https?:\/\/./.test(address), {
      path: ['address'],
      message: 'must be an address such as https://example.com/hook',
    })
    .refine(({ channel, is_for_all_sites: isForAll }) => channel === 'webhook' || !isForAll, {
      path: ['is_for_all_sites'],
      message: 'is for webhooks only',
    }),
);
export type AddOperatorRecipient = InputOf<typeof addOperatorRecipientSchema>;

export const operatorLinkSchema = shape(() =>
  z.strictObject({
    channel: z.enum(['telegram', 'line']),
    language: z.enum(languages),
  }),
);
export const operatorLinkAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    /** Opens the bot with what connects the chat; also what a code to scan holds. */
    link: z.string().meta({ examples: ['https://t.me/corner_shop_bot?start=link_…'] }),
    /** The bot's name at the messenger. */
    account: z.string().meta({ examples: ['@corner_shop_bot'] }),
    /** To type where the link is of no use. Null: the link is all. */
    code: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    expires_at: timeSchema,
  }),
);
export type OperatorLinkAnswer = OutputOf<typeof operatorLinkAnswerSchema>;

export const operatorRecipientParams = shape(() => z.strictObject({ id: idTextSchema }));
