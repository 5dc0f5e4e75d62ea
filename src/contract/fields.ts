/** Shapes that many calls share. Every string, number and array is bounded. */

import { z } from 'zod';
import { operatorRoles } from '../domain/states.ts';

// Line breaks and marks that turn the direction of writing let a name rewrite the sentence around it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const oneLine = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/;

/**
 * Text for people, without control characters.
 * @param missing the error when there is no text
 */
export const shortText = (max: number, missing?: string) =>
  z
    .string(missing === undefined ? {} : { error: missing })
    .max(max, `must be at most ${max} characters`)
    .regex(oneLine, 'must not contain control characters');

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const severalLines = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/;

/** Text of several lines: without control characters other than line breaks and tabs. */
export const longText = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max} characters`)
    .regex(severalLines, 'must not contain control characters');

/** ISO 8601, UTC, with milliseconds. */
export const timeSchema = z.iso.datetime().meta({ examples: ['2026-11-21T05:00:00.000Z'] });

/** A row's number. */
export const idSchema = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [17] });

/** A row's number in a path or a query, where everything is text. */
export const idTextSchema = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a whole number above 0')
  .meta({ examples: ['17'] })
  .transform(Number);

/** E.164, or as people write it: `081 234 5678`. */
export const phoneTextSchema = shortText(32).meta({ examples: ['081-234-5678'] });

/** An address for e-mail. */
export const emailTextSchema = z
  .string()
  .trim()
  .max(254, 'must be at most 254 characters')
  .pipe(z.email({ error: 'must be an email address' }))
  .meta({ examples: ['som@example.com'] });

/** The id of a device and the name of its site in an answer, whatever they look like. */
export const shownDeviceId = z.string().meta({ examples: ['fw-a1b2c3d4e5f6'] });
export const shownSiteName = z.string().meta({ examples: ['Corner shop'] });

/** An activation key's code. Case, spaces and dashes do not matter. */
export const keyCodeTextSchema = shortText(64)
  .min(1, 'is required')
  .meta({ examples: ['7Q4KD-9M2XP-C3R8T-VWYZ6'] });

/** The roles of operators. Each includes those before it. */
export const operatorRoleSchema = z.enum(operatorRoles);

/** Whole baht. */
export const bahtSchema = z
  .int()
  .min(0)
  .max(1_000_000)
  .meta({ examples: [200] });

/** A number in a query, where everything is text. */
export const wholeNumberText = (min: number, max: number, usual: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.preprocess(
    // Number('') is 0, and Number('1e3') is 1000.
    (text) => (typeof text === 'string' && /^\d{1,7}$/.test(text) ? Number(text) : text),
    z.int({ error }).min(min, error).max(max, error).default(usual),
  );
};

/** The query of a list: `?q=&filter=&page=1&limit=50`. */
export const listQueryShape = {
  /** Words to look for. Empty: everything. */
  q: shortText(100)
    .default('')
    .meta({ examples: ['shop'] }),
  page: wholeNumberText(1, 1_000_000, 1),
  limit: wholeNumberText(1, 200, 50),
};

/** The query of a list that can be sorted: `?sort=name&direction=desc`. */
export const sortShape = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  /** Left out: newest first. Rows without a value come last. */
  sort: z.enum(sorts).optional(),
  direction: z.enum(['asc', 'desc']).default('asc'),
});

/** The number of rows that each filter of a list finds. */
export const countsOf = <const Filters extends readonly string[]>(filters: Filters) =>
  z.object(
    Object.fromEntries(
      filters.map((filter) => [filter, z.int().meta({ examples: [3] })]),
    ) as Record<Filters[number], z.ZodInt>,
  );

export const okShape = { ok: z.literal(true) };

/** `{ ok, data: [...], total, page, limit }` */
export const listAnswer = <T extends z.ZodType>(item: T) =>
  z.object({
    ...okShape,
    data: z.array(item),
    /** The total over all pages. */
    total: z.int(),
    /** There are more than `total`. The others are neither counted nor on any page. */
    total_is_capped: z.literal(true).optional(),
    page: z.int(),
    limit: z.int(),
  });

/** `{ ok, data }` */
export const oneAnswer = <T extends z.ZodType>(item: T) => z.object({ ...okShape, data: item });

/** `{ ok, data, message }` */
export const changeAnswer = <T extends z.ZodType>(item: T) =>
  z.object({
    ...okShape,
    data: item,
    message: z.string().meta({ examples: ['Saved successfully'] }),
  });

/** `{ ok, message }`, where nothing is left to show. */
export const doneAnswer = z.object({
  ...okShape,
  message: z.string().meta({ examples: ['Deleted successfully'] }),
});
