import { z } from 'zod';

/** What anybody may know: shown on the landing page. */
export const publicInfoSchema = z.object({
  ok: z.literal(true),
  version: z.string(),
  /** Null while no bot is configured or it has not answered yet. */
  bot: z.object({ handle: z.string(), link: z.url() }).nullable(),
  /** Whole baht. */
  prices: z.object({
    s2Mini: z.int(),
    tDisplay: z.int(),
    keyOnly: z.int(),
    renewal: z.int(),
  }),
  keyValidityYears: z.int(),
  firmwareAvailable: z.boolean(),
});
export type PublicInfo = z.infer<typeof publicInfoSchema>;

/** What /healthz and /readyz answer. */
export const healthSchema = z.object({ ok: z.literal(true), version: z.string() });
