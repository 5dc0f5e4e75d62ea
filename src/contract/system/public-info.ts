import { z } from 'zod';
import { boards } from '../../domain/devices/device-type.ts';
import { publicShopSchema } from './shop.ts';

/** What anybody may know: shown on the landing page. */
export const publicInfoSchema = z.object({
  ok: z.literal(true),
  version: z.string().meta({ examples: ['1.0.0'] }),
  /** Null while no bot is configured or it has not answered yet. */
  bot: z
    .object({
      handle: z.string().meta({ examples: ['@fai_bot'] }),
      link: z.url().meta({ examples: ['https://t.me/fai_bot'] }),
    })
    .nullable(),
  /** Operators may sign in through an OpenID provider; null: there is none. */
  oidc: z.object({ label: z.string().meta({ examples: ['Google'] }) }).nullable(),
  /** Whole baht. */
  prices: z.object({
    s2Mini: z.int().meta({ examples: [300] }),
    tDisplay: z.int().meta({ examples: [650] }),
    keyOnly: z.int().meta({ examples: [200] }),
    renewal: z.int().meta({ examples: [200] }),
  }),
  keyValidityYears: z.int().meta({ examples: [3] }),
  shop: publicShopSchema,
  /** Whether there is any. */
  firmwareAvailable: z.boolean(),
  /** What boards are flashed with; one that is not named has none yet. */
  firmware: z.array(
    z.object({
      board: z.enum(boards),
      version: z.string().meta({ examples: ['1.1.0'] }),
    }),
  ),
});
export type PublicInfo = z.infer<typeof publicInfoSchema>;

/** What /healthz and /readyz answer. */
export const healthSchema = z.object({
  ok: z.literal(true),
  version: z.string().meta({ examples: ['1.0.0'] }),
});
