import { z } from 'zod';
import { channelNames, knownPowers, languages } from '../../domain/states.ts';
import { consoleSettings } from '../../domain/system/console-settings.ts';
import { setupSteps } from '../../domain/system/setup-steps.ts';
import { changeAnswer, oneAnswer, shortText, timeSchema } from '../fields.ts';
import { withPasswordSchema } from '../people/account.ts';
import { type OutputOf, shape } from '../shape.ts';

const consoleSettingSchema = shape(() =>
  z.object({
    /** The value in force. Null: none. */
    value: z.string().nullable(),
    /** The value for the next start. Where it differs from `value`, it waits for that start. */
    next: z.string().nullable(),
    /** True: a flag, the environment or the file names it, and the console cannot change it. */
    is_configured: z.boolean(),
  }),
);

/** The steps of the set-up that the console's first page shows, and which are done. */
const setupSchema = shape(() =>
  z.object({
    steps: z.array(
      z.object({
        step: z.enum(setupSteps),
        is_done: z.boolean(),
        /** An operator has hidden the step. It can be shown again. */
        is_dismissed: z.boolean(),
      }),
    ),
    messenger: z.object({
      /** True: a flag, the environment or the file sets the token, and the console cannot change it. */
      is_configured: z.boolean(),
      /** The bot's user name, without @. Null: there is no bot, or it was not reached yet. */
      username: z
        .string()
        .nullable()
        .meta({ examples: ['corner_shop_bot'] }),
    }),
    /** Settings of the machine that can be given here. */
    settings: z.object({
      timezone: consoleSettingSchema(),
      public_url: consoleSettingSchema(),
      backup_directory: consoleSettingSchema(),
    }),
    /** IANA name. */
    timezone: z.string().meta({ examples: ['Asia/Bangkok'] }),
    server_time: timeSchema,
    public_url: z
      .string()
      .nullable()
      .meta({ examples: ['https://power.example'] }),
    /** The file of settings that is read at a start; it may not be there yet. */
    config_file: z.string().meta({ examples: ['/var/lib/faiwatch/faiwatch.toml'] }),
    /** What restarts the server on its machine; null: not known. */
    restart_command: z
      .string()
      .nullable()
      .meta({ examples: ['sudo systemctl restart faiwatch'] }),
  }),
);
/** Messages about the simulated board, and their addresses. */
const simulatedBoardSchema = shape(() =>
  z.object({
    power: z.enum(knownPowers),
    told: z.array(
      z.object({
        channel: z.enum(channelNames),
        /** As the channel names it. */
        address: z.string().meta({ examples: ['7001001'] }),
        /** The far end's own words. Null: it took the message. */
        refusal: z.string().nullable(),
      }),
    ),
    /** When the far ends had answered. */
    at: timeSchema,
  }),
);
export type SimulatedBoardAnswer = OutputOf<typeof simulatedBoardSchema>;
export const simulatedBoardAnswerSchema = shape(() => oneAnswer(simulatedBoardSchema()));
export const simulateSchema = shape(() =>
  z.strictObject({
    power: z.enum(knownPowers),
    language: z.enum(languages),
  }),
);

export type SetupAnswer = OutputOf<typeof setupSchema>;

export const setupAnswerSchema = shape(() => oneAnswer(setupSchema()));
export const changeSetupAnswerSchema = shape(() => changeAnswer(setupSchema()));

export const setupStepParams = shape(() => z.strictObject({ step: z.enum(setupSteps) }));
export const dismissStepSchema = shape(() =>
  z.strictObject({
    is_dismissed: z.boolean('must be true or false'),
  }),
);

export const consoleSettingParams = shape(() =>
  z.strictObject({ setting: z.enum(consoleSettings) }),
);

/** The thief of a session must not be able to redirect links or backups. */
export const saveConsoleSettingSchema = shape(() =>
  withPasswordSchema().extend({
    /** Null: as if it had never been given. */
    value: shortText(500)
      .trim()
      .min(1)
      .nullable()
      .meta({ examples: ['Asia/Bangkok'] }),
  }),
);

/** A token as @BotFather gives it. No answer contains it. */
export const connectBotSchema = shape(() =>
  z.strictObject({
    token: shortText(200)
      .trim()
      .regex(/^\d+:[\w-]+$/, 'must look like 123456:ABC…')
      .meta({ examples: ['123456:ABCdefGHIjklMNOpqrSTUvwxYZ'] }),
  }),
);
