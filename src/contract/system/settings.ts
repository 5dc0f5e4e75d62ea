import { z } from 'zod';
import { bahtSchema, okShape } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

/** A bounded whole number. The error names the bounds. */
const wholeNumber = (min: number, max: number, example: number) =>
  z
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .meta({ examples: [example] });

/** The settings of an operator, and their bounds. */
const settingsShape = shape(() => ({
  /** Seconds of silence after which a device counts as lost. */
  heartbeatTimeout: wholeNumber(30, 86_400, 180),
  /** Minutes power must be steady before a recovery is confirmed. */
  recoveryDelay: wholeNumber(1, 1_440, 2),
  priceS2Mini: bahtSchema,
  priceTDisplay: bahtSchema,
  priceKeyOnly: bahtSchema,
  priceRenewal: bahtSchema,
  keyValidityYears: wholeNumber(1, 100, 3),
}));

/** At least one of the seven settings. */
export const saveSettingsSchema = shape(() =>
  z
    .strictObject(settingsShape())
    .partial()
    .refine((settings) => Object.keys(settings).length > 0, 'must hold at least one setting'),
);

/** The settings that can be changed here, and those that the configuration of the process sets. */
const settingsSchema = shape(() =>
  z.object({
    // No bounds: a value that an operator wrote into the database by hand is shown, too.
    heartbeatTimeout: z.number().meta({ examples: [180] }),
    recoveryDelay: z.number().meta({ examples: [2] }),
    priceS2Mini: z.number().meta({ examples: [300] }),
    priceTDisplay: z.number().meta({ examples: [650] }),
    priceKeyOnly: z.number().meta({ examples: [200] }),
    priceRenewal: z.number().meta({ examples: [200] }),
    keyValidityYears: z.number().meta({ examples: [3] }),
    /** Masked but for the last characters. Null: no messenger is configured. */
    botToken: z
      .string()
      .nullable()
      .meta({ examples: ['123456:••••••••wxyz'] }),
    /** The chat that is told of problems of the service. */
    adminMessagingId: z
      .string()
      .nullable()
      .meta({ examples: ['123456789'] }),
  }),
);
export type SettingsAnswer = OutputOf<typeof settingsSchema>;

export const settingsAnswerSchema = shape(() => z.object({ ...okShape, data: settingsSchema() }));
export const saveSettingsAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    data: settingsSchema(),
    message: z.string().meta({ examples: ['Settings saved successfully'] }),
  }),
);
