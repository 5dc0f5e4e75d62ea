/** Reports that can be read at a secret address. */

import { z } from 'zod';
import {
  changeAnswer,
  idSchema,
  idTextSchema,
  okShape,
  shortText,
  timeSchema,
} from '../../contract/fields.ts';
import { dateTextSchema } from '../../contract/fleet/report.ts';
import { type InputOf, type OutputOf, shape } from '../../contract/shape.ts';
import { languages } from '../../domain/states.ts';

const share = shape(() =>
  z.object({
    id: idSchema,
    first_date: z.iso.date().meta({ examples: ['2026-10-01'] }),
    last_date: z.iso.date().meta({ examples: ['2026-10-31'] }),
    /** Null: all devices. */
    device_id: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    created_at: timeSchema,
    expires_at: timeSchema,
  }),
);
export type ReportShareAnswer = OutputOf<typeof share>;

export const reportSharesAnswerSchema = shape(() =>
  z.object({ ...okShape, data: z.array(share()) }),
);

/** The only answer that contains the address. */
export const reportSharedAnswerSchema = shape(() =>
  changeAnswer(
    share().extend({
      /** Below the address of this server. Whoever knows it reads the report. */
      path: z
        .string()
        .meta({ examples: ['/api/reports/q0Zr8n2m5yW1Lk7Vb3Xt9Cd4Fg6Hj0Ps-Ru2Ta5Ue8E.pdf'] }),
    }),
  ),
);

/** Days for which an address may be good. */
const mostShareDays = 90;

export const shareReportSchema = shape(() =>
  z.strictObject({
    from: dateTextSchema().meta({ examples: ['2026-10-01'] }),
    /** The last day, included. */
    to: dateTextSchema().meta({ examples: ['2026-10-31'] }),
    /** Left out: all devices. */
    device_id: shortText(64).optional(),
    language: z.enum(languages).default('th'),
    /** Days for which the address is good. */
    days: z
      .int()
      .min(1)
      .max(mostShareDays)
      .default(30)
      .meta({ examples: [30] }),
  }),
);
export type ShareReportBody = InputOf<typeof shareReportSchema>;

export const reportShareParams = shape(() => z.strictObject({ id: idTextSchema }));

export const sharedReportParams = shape(() =>
  z.strictObject({
    report: z
      .string()
      .regex(/^[\w-]{43}\.pdf$/, 'must be an address that this server has made')
      .meta({ examples: ['q0Zr8n2m5yW1Lk7Vb3Xt9Cd4Fg6Hj0Ps-Ru2Ta5Ue8E.pdf'] }),
  }),
);
