/** The outage report and the power ribbon. */

import { z } from 'zod';
import { timelineStates } from '../../domain/fleet/device-timeline.ts';
import { reportPeriods } from '../../domain/fleet/outage-report.ts';
import { causes, languages } from '../../domain/states.ts';
import { idSchema, okShape, shortText, timeSchema } from '../fields.ts';
import { timeRangeShape } from '../time-range.ts';

/** Years the calendar of a report has room for. */
const isInRange = (text: string) => text >= '2000' && text < '2100';
const rangeFinding = 'must lie from 2000 to 2099';

const dateTextSchema = z.iso
  .date('must be a date such as 2026-11-21')
  .refine(isInRange, rangeFinding);

/** One of the named times, a month, or days; nothing: this month. */
export const reportTimeShape = {
  period: z.enum(reportPeriods).optional(),
  /** By the clocks of the installation, as the dates are. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
    .refine(isInRange, rangeFinding)
    .optional()
    .meta({ examples: ['2026-11'] }),
  /** The first day. */
  from: dateTextSchema.optional().meta({ examples: ['2026-11-01'] }),
  /** The last day, which is part of it. */
  to: dateTextSchema.optional().meta({ examples: ['2026-11-15'] }),
};

const reportTimeSchema = z.strictObject(reportTimeShape);
export type ReportTimeQuery = z.infer<typeof reportTimeSchema>;

/** Of one device. */
export const deviceReportQuerySchema = reportTimeSchema;

/** Of a customer's devices. */
export const reportQuerySchema = z.strictObject({
  ...reportTimeShape,
  /** One of their devices; `all`, or nothing: every one. */
  deviceId: shortText(64)
    .default('all')
    .meta({ examples: ['fw-a1b2c3d4e5f6'] }),
});

/** The same as a file. */
export const outageExportQuerySchema = reportQuerySchema.extend({
  /** Of the words beside the codes. */
  language: z.enum(languages).default('th'),
});

const countSchema = z.int().meta({ examples: [3] });
/** To the nearest hundredth. */
const minutesSchema = z.number().meta({ examples: [127.5] });
/** To the nearest ten-thousandth. */
const hoursSchema = z.number().meta({ examples: [2.125] });
const deviceIdText = z.string().meta({ examples: ['fw-a1b2c3d4e5f6'] });
const deviceName = z.string().meta({ examples: ['Corner shop'] });
/**
 * How much of the observed time there was power, to a thousandth and rounded down, so that 100 is said
 * only where nothing was lost; null: nothing was observed.
 */
const availabilitySchema = z
  .number()
  .nullable()
  .meta({ examples: [99.715] });

export const reportAnswerSchema = z.object({
  ...okShape,
  /** Whole days by the clocks of `timezone`; what lies after now counts nowhere. */
  period: z.object({
    /** `range`: a month or days that were asked for by their dates. */
    name: z.enum([...reportPeriods, 'range']),
    from: timeSchema,
    /** The first moment that is no longer part of it. */
    to: timeSchema,
    first_date: z.iso.date().meta({ examples: ['2026-11-01'] }),
    last_date: z.iso.date().meta({ examples: ['2026-11-30'] }),
    timezone: z.string().meta({ examples: ['Asia/Bangkok'] }),
  }),
  /** Of power outages: mains, and silence for as long as it may be that. */
  summary: z.object({
    /** Those that began in the period. */
    total_outages: countSchema,
    /** Time in the period, that of outages which began before it included. */
    total_duration_hours: hoursSchema,
    /** Time in the period per outage that touched it. */
    avg_duration_minutes: minutesSchema,
    /** The most that one outage took of the period. */
    longest_outage_hours: hoursSchema,
    /** Those that still go on, or whose end is not confirmed yet. */
    open_outages: countSchema,
    availability_percent: availabilitySchema,
  }),
  /** Every device asked for, by name. */
  by_device: z.array(
    z.object({
      device_id: deviceIdText,
      device_name: deviceName,
      outage_count: countSchema,
      /** Minutes. */
      total_duration: minutesSchema,
      availability_percent: availabilitySchema,
      /** Time of which it is known how it was. */
      observed_hours: hoursSchema,
    }),
  ),
  /** Every local date that a power outage touched, oldest first. */
  by_date: z.array(
    z.object({
      date: z.iso.date().meta({ examples: ['2026-11-21'] }),
      /** Outages that began on it. */
      count: countSchema,
      /** Minutes. */
      duration: minutesSchema,
    }),
  ),
  /**
   * The dates of which anything is known of any device, oldest first: of the others nobody can say
   * that there was power.
   */
  observed_dates: z.array(
    z.object({
      from: z.iso.date().meta({ examples: ['2026-11-01'] }),
      /** The last of them. */
      to: z.iso.date().meta({ examples: ['2026-11-21'] }),
    }),
  ),
  /** Every cause there was, the longest first. */
  by_cause: z.array(
    z.object({
      cause: z.enum(causes),
      /**
       * Counted as power outages in all other figures. Of `silent` there may be two entries: what goes
       * on is counted, what ended unexplained is not.
       */
      is_power_outage: z.boolean(),
      count: countSchema,
      /** Minutes. */
      duration: minutesSchema,
    }),
  ),
  /** Power outages that touch the period, newest first, at most 100. */
  recent_outages: z.array(
    z.object({
      outage_id: idSchema,
      device_name: deviceName,
      device_id: deviceIdText,
      cause: z.enum(causes),
      down_time: timeSchema,
      /** Null: not recovered. While `is_open` it may yet prove wrong. */
      recover_time: timeSchema.nullable(),
      /** From beginning to end, or to now. */
      duration_minutes: minutesSchema,
      /** Until power has been steady for the recovery delay. */
      is_open: z.boolean(),
      acknowledged_by: z
        .string()
        .nullable()
        .meta({ examples: ['Corner shop'] }),
      /** How often power came back and went again at once. */
      flaps: z.int().meta({ examples: [0] }),
    }),
  ),
});
export type ReportAnswer = z.infer<typeof reportAnswerSchema>;

/** At most 400 days; without `to` until now, without `from` the 24 hours before. */
export const timelineQuerySchema = z.strictObject(timeRangeShape);

/** In order, each beginning where the one before ends; together the whole range. */
const spansSchema = z.array(
  z.object({
    from: timeSchema,
    to: timeSchema,
    /**
     * `up`; `down`: no mains; `silent`: contact is lost, and the cause not known yet; `network`: power
     * stayed on, but contact was lost; `device`: the board started anew; `unobserved`: nobody can tell,
     * because this service was off or cut off, or because a lost contact was never explained;
     * `unknown`: not heard yet, not this customer's yet, or still to come.
     */
    state: z.enum(timelineStates),
    /** Where the time belongs to an outage. */
    outage_id: idSchema.optional(),
  }),
);

export const timelineAnswerSchema = z.object({
  ...okShape,
  device_id: deviceIdText,
  from: timeSchema,
  to: timeSchema,
  spans: spansSchema,
});
export type TimelineAnswer = z.infer<typeof timelineAnswerSchema>;

export const timelinesAnswerSchema = z.object({
  ...okShape,
  from: timeSchema,
  to: timeSchema,
  /** One for each device. */
  timelines: z.array(z.object({ device_id: deviceIdText, spans: spansSchema })),
});
export type TimelinesAnswer = z.infer<typeof timelinesAnswerSchema>;
