/** The operator's shop on the front page. */

import { z } from 'zod';
import { shapes } from '../../domain/findings.ts';
import { mostPhotoBytes } from '../../domain/system/shop.ts';
import { longText, okShape, shortText } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

const shopUrlSchema = shape(() =>
  z
    .union([
      z.literal(''),
      z.url({
        protocol: /^https$/,
        hostname: z.regexes.domain,
        error: 'must be a web address that begins with https://',
      }),
    ])
    .refine((url) => url.length <= 500, 'must be at most 500 characters')
    .meta({ examples: ['https://shopee.co.th/product/1/2'] }),
);

const shopShape = shape(() => ({
  shopeeUrl: shopUrlSchema(),
  lazadaUrl: shopUrlSchema(),
  /** The name of another place where packages are sold. */
  otherName: shortText(40)
    .trim()
    .meta({ examples: ['TikTok Shop'] }),
  otherUrl: shopUrlSchema(),
  phone: z
    .string()
    .trim()
    .regex(/^(\+?[\d\s().-]{3,30})?$/, shapes.phoneNumber)
    .meta({ examples: ['081-234-5678'] }),
  /** A LINE ID; of an official account with its `@`. */
  lineId: z
    .string()
    .trim()
    .regex(/^(@?[\w.-]{1,50})?$/, shapes.lineId)
    .meta({ examples: ['@faiwatch'] }),
  email: z
    .union([z.literal(''), z.email('must be an email address')])
    .refine((email) => email.length <= 200, 'must be at most 200 characters')
    .meta({ examples: ['shop@example.com'] }),
  noteTh: longText(1_000).trim(),
  noteEn: longText(1_000).trim(),
}));

/** At least one of the settings. */
export const saveShopSchema = shape(() =>
  z
    .strictObject({
      ...shopShape(),
      /** A JPEG in base64, of at most 45,000 bytes and 2,000 pixels each way; null: none. */
      photo: z
        .base64('must be a JPEG in base64')
        .max(Math.ceil(mostPhotoBytes / 3) * 4, `must be at most ${mostPhotoBytes} bytes`)
        .nullable()
        .meta({ examples: [null] }),
    })
    .partial()
    .refine((settings) => Object.keys(settings).length > 0, 'must hold at least one setting'),
);

const shopSchema = shape(() =>
  z.object({
    ...shopShape(),
    /** Address of the photo. Null: there is none. */
    photo: z
      .string()
      .nullable()
      .meta({ examples: ['/api/public/photo?v=3f2a9c81'] }),
  }),
);
export type ShopAnswer = OutputOf<typeof shopSchema>;

export const shopAnswerSchema = shape(() => z.object({ ...okShape, data: shopSchema() }));
export const saveShopAnswerSchema = shape(() =>
  shopAnswerSchema().extend({
    message: z.string().meta({ examples: ['Settings saved successfully'] }),
  }),
);

/** The shop as the front page shows it. */
export const publicShopSchema = shape(() =>
  z.object({
    /** Where packages are sold. */
    marketplaces: z.array(
      z.object({
        name: z.string().meta({ examples: ['Shopee'] }),
        url: z.url().meta({ examples: ['https://shopee.co.th/product/1/2'] }),
      }),
    ),
    /** The seller of packages, as the privacy page names them. */
    name: z.string().meta({ examples: ['Corner Electric Co., Ltd.'] }),
    address: z.string().meta({ examples: ['99/1 Moo 4, Chiang Mai'] }),
    phone: shopShape().phone,
    lineId: shopShape().lineId,
    email: shopShape().email,
    noteTh: shopShape().noteTh,
    noteEn: shopShape().noteEn,
    photo: shopSchema().shape.photo,
  }),
);
