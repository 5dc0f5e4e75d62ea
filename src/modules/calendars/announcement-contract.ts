/** Outages that the operator announces, and files of announced ones. */

import { z } from 'zod';
import { plannedFields } from '../../contract/alerts/planned-times.ts';
import { deviceIdParams, someDeviceIds } from '../../contract/devices/devices.ts';
import { changeAnswer, longText, timeSchema } from '../../contract/fields.ts';
import { type OutputOf, shape } from '../../contract/shape.ts';

export const announcementsQuerySchema = shape(() =>
  z.strictObject({
    /** `over`: the last hundred that are over, or were taken back once they had begun. */
    state: z.enum(['current', 'over']).default('current'),
  }),
);

export const newAnnouncementSchema = shape(() =>
  z.strictObject({ ...plannedFields(), device_ids: someDeviceIds() }),
);

const csvFields = shape(() => ({
  /**
   * One outage a line, in the columns `from`, `to`, `sites` and `note`. A header may give another order, and
   * add `date` where `from` and `to` are only times of day. Times are by the clocks of the installation.
   */
  csv: longText(14_000).meta({ examples: ['from,to\n2099-04-12 09:00,2099-04-12 12:00'] }),
  /** True: the lines are only read, and nothing is planned. */
  is_preview: z.boolean(),
}));

/** The sites of lines that name none; null: all. */
export const plannedFileSchema = shape(() =>
  z.strictObject({
    ...csvFields(),
    device_ids: someDeviceIds().nullable().default(null),
  }),
);

/** Sites are named by their devices. */
export const announcementFileSchema = shape(() =>
  z.strictObject({
    ...csvFields(),
    /** The sites of lines that name none. Empty: each line has to name its own. */
    device_ids: z.array(deviceIdParams().shape.id).max(1000).default([]),
  }),
);

const plannedLineSchema = shape(() =>
  z.object({
    /** In the file, from 1. */
    line: z.int().meta({ examples: [2] }),
    /** Null: it cannot be read. */
    starts_at: timeSchema.nullable(),
    ends_at: timeSchema.nullable(),
    note: z.string(),
    /** Names; null: all sites. */
    sites: z.array(z.string()).nullable(),
    /** The reason that the line is left out. Null: it is not. */
    fault: z
      .string()
      .nullable()
      .meta({ examples: ['lineTime'] }),
  }),
);
export type PlannedLineAnswer = OutputOf<typeof plannedLineSchema>;

export const plannedFileAnswerSchema = shape(() =>
  changeAnswer(z.object({ lines: z.array(plannedLineSchema()) })),
);
