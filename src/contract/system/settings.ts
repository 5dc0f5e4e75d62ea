import { z } from 'zod';
import { bahtSchema, okShape } from '../fields.ts';

/** A bounded whole number; a finding names its bounds. */
const wholeNumber = (min: number, max: number, example: number) =>
  z
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .meta({ examples: [example] });

/** What an operator may set, and within which bounds. */
const settingsShape = {
  /** Seconds of silence after which a device counts as lost. */
  heartbeatTimeout: wholeNumber(30, 86_400, 180),
  /** Minutes power must be steady before a recovery is confirmed. */
  recoveryDelay: wholeNumber(1, 1_440, 2),
  priceS2Mini: bahtSchema,
  priceTDisplay: bahtSchema,
  priceKeyOnly: bahtSchema,
  priceRenewal: bahtSchema,
  keyValidityYears: wholeNumber(1, 100, 3),
};

/** Any of the seven; at least one. */
export const saveSettingsSchema = z
  .strictObject(settingsShape)
  .partial()
  .refine((settings) => Object.keys(settings).length > 0, 'must hold at least one setting');

/** What may be changed here, and beside it what is set by the process's configuration. */
export const settingsSchema = z.object({
  // Without bounds: what an operator has put into the database by hand is shown as it is.
  heartbeatTimeout: z.number().meta({ examples: [180] }),
  recoveryDelay: z.number().meta({ examples: [2] }),
  priceS2Mini: z.number().meta({ examples: [300] }),
  priceTDisplay: z.number().meta({ examples: [650] }),
  priceKeyOnly: z.number().meta({ examples: [200] }),
  priceRenewal: z.number().meta({ examples: [200] }),
  keyValidityYears: z.number().meta({ examples: [3] }),
  /** Masked but for its last characters; null: no messenger is configured. */
  botToken: z
    .string()
    .nullable()
    .meta({ examples: ['123456:••••••••wxyz'] }),
  /** Chat that hears of the service's own troubles. */
  adminMessagingId: z
    .string()
    .nullable()
    .meta({ examples: ['123456789'] }),
});
export type SettingsAnswer = z.infer<typeof settingsSchema>;

export const settingsAnswerSchema = z.object({ ...okShape, data: settingsSchema });
export const saveSettingsAnswerSchema = z.object({
  ...okShape,
  data: settingsSchema,
  message: z.string().meta({ examples: ['Settings saved successfully'] }),
});
