/** Times in which power is planned to be off. */

import { z } from 'zod';
import { longestNote, plannedKinds } from '../../domain/alerts/planned-time.ts';
import { deviceIdParams, someDeviceIds } from '../devices/devices.ts';
import {
  changeAnswer,
  idSchema,
  idTextSchema,
  longText,
  okShape,
  shortText,
  shownDeviceId,
  shownSiteName,
  timeSchema,
} from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

const fields = shape(() => ({
  note: shortText(longestNote)
    .default('')
    .meta({ examples: ['Electrician at the fuse box'] }),
  starts_at: timeSchema.meta({ examples: ['2099-04-12T02:00:00.000Z'] }),
  /** Less than seven days later. */
  ends_at: timeSchema.meta({ examples: ['2099-04-12T05:00:00.000Z'] }),
}));

const plannedTimeSchema = shape(() =>
  z.object({
    id: idSchema,
    /** `maintenance`: nobody is told before it ends; `announced`: losses are told as announced. */
    kind: z.enum(plannedKinds),
    note: z.string(),
    starts_at: timeSchema,
    ends_at: timeSchema,
    /** Each week at the same time by the clocks of the installation. */
    is_weekly: z.boolean(),
    /** Null: all of the customer's sites. */
    sites: z
      .array(
        z.object({
          device_id: shownDeviceId,
          site_name: shownSiteName,
        }),
      )
      .nullable(),
    /** The operator announced it. */
    is_operators: z.boolean(),
    /** It was read from an outage calendar, which alone changes it. */
    is_imported: z.boolean(),
    /** When it was taken back after it had begun. */
    ended_at: timeSchema.nullable(),
    /** When it takes place, now or the next time. */
    next: z.object({ from: timeSchema, to: timeSchema }).nullable(),
  }),
);
export type PlannedTimeAnswer = OutputOf<typeof plannedTimeSchema>;

export const announcementsQuerySchema = shape(() =>
  z.strictObject({
    /** `over`: the last hundred that are over, or were taken back once they had begun. */
    state: z.enum(['current', 'over']).default('current'),
  }),
);

export const plannedTimesAnswerSchema = shape(() =>
  z.object({ ...okShape, data: z.array(plannedTimeSchema()) }),
);
export const plannedTimeAnswerSchema = shape(() => changeAnswer(plannedTimeSchema()));

export const plannedTimeParams = shape(() => z.strictObject({ id: idTextSchema }));

export const newPlannedTimeSchema = shape(() =>
  z.strictObject({
    ...fields(),
    kind: z.enum(plannedKinds).default('maintenance'),
    is_weekly: z.boolean().default(false),
    /** Null: all sites. */
    device_ids: someDeviceIds().nullable().default(null),
  }),
);

export const newAnnouncementSchema = shape(() =>
  z.strictObject({ ...fields(), device_ids: someDeviceIds() }),
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
