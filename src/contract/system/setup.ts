import { z } from 'zod';
import { setupSteps } from '../../domain/system/setup-steps.ts';
import { changeAnswer, oneAnswer, shortText, timeSchema } from '../fields.ts';

/** How far the installation is set up, as the console's first page leads through it. */
export const setupSchema = z.object({
  steps: z.array(
    z.object({
      step: z.enum(setupSteps),
      is_done: z.boolean(),
      /** Somebody has put it away; it can be brought back. */
      is_dismissed: z.boolean(),
    }),
  ),
  messenger: z.object({
    /** By flag, environment or file: nothing here changes it. */
    is_configured: z.boolean(),
    /** Of the bot, without @; null: there is none, or it was not reached yet. */
    username: z
      .string()
      .nullable()
      .meta({ examples: ['corner_shop_bot'] }),
  }),
  /** IANA name. */
  timezone: z.string().meta({ examples: ['Asia/Bangkok'] }),
  server_time: timeSchema,
  public_url: z
    .string()
    .nullable()
    .meta({ examples: ['https://power.example'] }),
});
export type SetupAnswer = z.infer<typeof setupSchema>;

export const setupAnswerSchema = oneAnswer(setupSchema);
export const changeSetupAnswerSchema = changeAnswer(setupSchema);

export const setupStepParams = z.strictObject({ step: z.enum(setupSteps) });
export const dismissStepSchema = z.strictObject({
  is_dismissed: z.boolean('must be true or false'),
});

/** As @BotFather gives it. It is never answered again, masked or not. */
export const connectBotSchema = z.strictObject({
  token: shortText(200)
    .trim()
    .regex(/^\d+:[\w-]+$/, 'must look like 123456:ABC…')
    .meta({ examples: ['123456:ABCdefGHIjklMNOpqrSTUvwxYZ'] }),
});
