import { z } from 'zod';
import { boards } from '../../domain/devices/device-type.ts';
import { type OutputOf, shape } from '../shape.ts';
import { publicShopSchema } from './shop.ts';

/** The facts that the front page shows to everybody. */
export const publicInfoSchema = shape(() =>
  z.object({
    ok: z.literal(true),
    version: z.string().meta({ examples: ['1.0.0'] }),
    /** Null: no bot is configured, or it has not answered yet. */
    bot: z
      .object({
        handle: z.string().meta({ examples: ['@fai_bot'] }),
        link: z.url().meta({ examples: ['https://t.me/fai_bot'] }),
      })
      .nullable(),
    /** The account on LINE. Null: LINE is not set up, or has not answered yet. */
    line: z
      .object({
        account: z.string().meta({ examples: ['@faiwatch'] }),
        link: z.url().meta({ examples: ['https://line.me/R/ti/p/%40faiwatch'] }),
      })
      .nullable(),
    /** Whether alerts can go to an address of e-mail. */
    email: z.boolean(),
    /** Whether alerts can be posted to a customer's own address. */
    webhook: z.boolean(),
    /** Whether alerts can go by SMS. */
    sms: z.boolean(),
    /** Whether phones can be called. */
    call: z.boolean(),
    /** Whether a call can be acknowledged with a key, and phones are called about the end of a loss. */
    call_ends: z.boolean(),
    /** Whether calls say the name of a site as its owner spoke it. */
    call_names: z.boolean(),
    /** With what browsers subscribe to alerts (RFC 8292). Null: browsers are not told. */
    push: z
      .string()
      .meta({
        examples: [
          'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        ],
      })
      .nullable(),
    /** Whether `/status` says to everybody how power is by area. */
    status_page: z.boolean(),
    /** The OpenID provider through which operators may log in. Null: none. */
    oidc: z.object({ label: z.string().meta({ examples: ['Google'] }) }).nullable(),
    /** Whole baht. */
    prices: z.object({
      s2Mini: z.int().meta({ examples: [300] }),
      tDisplay: z.int().meta({ examples: [650] }),
      keyOnly: z.int().meta({ examples: [200] }),
      renewal: z.int().meta({ examples: [200] }),
    }),
    keyValidityYears: z.int().meta({ examples: [3] }),
    shop: publicShopSchema(),
    /** Whether there is any firmware. */
    firmwareAvailable: z.boolean(),
    /** The firmware that boards are flashed with. A board that is not listed has none yet. */
    firmware: z.array(
      z.object({
        board: z.enum(boards),
        version: z.string().meta({ examples: ['1.1.0'] }),
      }),
    ),
  }),
);
export type PublicInfo = OutputOf<typeof publicInfoSchema>;

/** The answer of /healthz and /readyz. */
export const healthSchema = shape(() =>
  z.object({
    ok: z.literal(true),
    version: z.string().meta({ examples: ['1.0.0'] }),
  }),
);
