/** The outage report and the power ribbon. */

import { z } from 'zod';
import { plannedKinds } from '../../domain/alerts/planned-time.ts';
import { timelineStates } from '../../domain/fleet/device-timeline.ts';
import { reportPeriods } from '../../domain/fleet/outage-report.ts';
import { causes, languages } from '../../domain/states.ts';
import {
  idSchema,
  okShape,
  shortText,
  shownDeviceId,
  shownSiteName,
  timeSchema,
} from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';
import { timeRangeShape } from '../time-range.ts';

/** The years that a report can be asked for. */
const isInRange = (text: string) => text >= '2000' && text < '2100';
const rangeFinding = 'must lie from 2000 to 2099';

export const dateTextSchema = shape(() =>
  z.iso.date('must be a date such as 2026-11-21').refine(isInRange, rangeFinding),
);

/** A named period, a month, or a range of days. Nothing: this month. */
export const reportTimeShape = shape(() => ({
  period: z.enum(reportPeriods).optional(),
  /** In the time zone of the installation, like the dates. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
    .refine(isInRange, rangeFinding)
    .optional()
    .meta({ examples: ['2026-11'] }),
  /** The first day. */
  from: dateTextSchema()
    .optional()
    .meta({ examples: ['2026-11-01'] }),
  /** The last day, included. */
  to: dateTextSchema()
    .optional()
    .meta({ examples: ['2026-11-15'] }),
}));

const reportTimeSchema = shape(() => z.strictObject(reportTimeShape()));
export type ReportTimeQuery = OutputOf<typeof reportTimeSchema>;

/** The query of a report of one device. */
export const deviceReportQuerySchema = shape(() => reportTimeSchema());

/** The query of a report of a customer's devices. */
export const reportQuerySchema = shape(() =>
  z.strictObject({
    ...reportTimeShape(),
    /** One device. `all` or nothing: all devices. */
    deviceId: shortText(64)
      .default('all')
      .meta({ examples: ['fw-a1b2c3d4e5f6'] }),
  }),
);

/** The query of the report's outages as a file. */
export const outageExportQuerySchema = shape(() =>
  reportQuerySchema().extend({
    /** Language of the words beside the codes. */
    language: z.enum(languages).default('th'),
  }),
);

const countSchema = shape(() => z.int().meta({ examples: [3] }));
/** To the nearest hundredth. */
const minutesSchema = shape(() => z.number().meta({ examples: [127.5] }));
/** To the nearest ten-thousandth. */
const hoursSchema = shape(() => z.number().meta({ examples: [2.125] }));
/**
 * Percentage of the observed time with power, rounded down to a thousandth, so that 100 means that
 * nothing was lost. Null: nothing was observed.
 */
const availabilitySchema = z
  .number()
  .nullable()
  .meta({ examples: [99.715] });

/** Whole days in `timezone`. Time after now counts nowhere. */
export const periodSchema = shape(() =>
  z.object({
    /** `range`: a month or days, asked for by date. */
    name: z.enum([...reportPeriods, 'range']),
    from: timeSchema,
    /** The first moment after the period. */
    to: timeSchema,
    first_date: z.iso.date().meta({ examples: ['2026-11-01'] }),
    last_date: z.iso.date().meta({ examples: ['2026-11-30'] }),
    timezone: z.string().meta({ examples: ['Asia/Bangkok'] }),
  }),
);

export const reportAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    period: periodSchema(),
    /** Figures of power outages: lost mains, and silence that may yet prove to be one. */
    summary: z.object({
      /** Outages that began in the period. */
      total_outages: countSchema(),
      /** Time of outages within the period, including those that began before it. */
      total_duration_hours: hoursSchema(),
      /** Mean time within the period of the outages that touched it. */
      avg_duration_minutes: minutesSchema(),
      /** Longest time of one outage within the period. */
      longest_outage_hours: hoursSchema(),
      /** Outages that go on, or whose end is not confirmed yet. */
      open_outages: countSchema(),
      availability_percent: availabilitySchema,
    }),
    /** Every device asked for, by name. */
    by_device: z.array(
      z.object({
        device_id: shownDeviceId,
        device_name: shownSiteName,
        outage_count: countSchema(),
        /** Minutes. */
        total_duration: minutesSchema(),
        availability_percent: availabilitySchema,
        /** Time in which the state of the power is known. */
        observed_hours: hoursSchema(),
      }),
    ),
    /** Every local date that a power outage touched, oldest first. */
    by_date: z.array(
      z.object({
        date: z.iso.date().meta({ examples: ['2026-11-21'] }),
        /** Outages that began on that date. */
        count: countSchema(),
        /** Minutes. */
        duration: minutesSchema(),
      }),
    ),
    /**
     * Ranges of dates on which at least one device was observed, oldest first. On other dates nothing is
     * known of the power.
     */
    observed_dates: z.array(
      z.object({
        from: z.iso.date().meta({ examples: ['2026-11-01'] }),
        /** The last date of the range. */
        to: z.iso.date().meta({ examples: ['2026-11-21'] }),
      }),
    ),
    /** Causes in the period, by duration, the longest first. */
    by_cause: z.array(
      z.object({
        cause: z.enum(causes),
        /**
         * Whether the other figures count it as a power outage. `silent` may have two entries: silence that
         * goes on counts, silence that ended unexplained does not.
         */
        is_power_outage: z.boolean(),
        count: countSchema(),
        /** Minutes. */
        duration: minutesSchema(),
      }),
    ),
    /** Power outages that were planned, which the other figures count, too. */
    by_planned: z.array(
      z.object({
        planned: z.enum(plannedKinds),
        /** Outages that began in the period. */
        count: countSchema(),
        /** Minutes. */
        duration: minutesSchema(),
      }),
    ),
    /** Power outages that touch the period, newest first, at most 100. */
    recent_outages: z.array(
      z.object({
        outage_id: idSchema,
        device_name: shownSiteName,
        device_id: shownDeviceId,
        cause: z.enum(causes),
        down_time: timeSchema,
        /** Null: not recovered. Not final while `is_open`. */
        recover_time: timeSchema.nullable(),
        /** From beginning to end, or to now. */
        duration_minutes: minutesSchema(),
        /** Until power has been steady for the recovery delay. */
        is_open: z.boolean(),
        acknowledged_by: z
          .string()
          .nullable()
          .meta({ examples: ['Corner shop'] }),
        /** Times that power came back for a moment. */
        flaps: z.int().meta({ examples: [0] }),
        /** It began in planned maintenance, or was announced. It counts in the figures all the same. */
        planned: z.enum(plannedKinds).nullable(),
      }),
    ),
  }),
);
export type ReportAnswer = OutputOf<typeof reportAnswerSchema>;

/** At most 400 days. `to` defaults to now, `from` to 24 hours before `to`. */
export const timelineQuerySchema = shape(() => z.strictObject(timeRangeShape()));

/** Spans that cover the whole range, in order and without gaps. */
const spansSchema = shape(() =>
  z.array(
    z.object({
      from: timeSchema,
      to: timeSchema,
      /**
       * `up`: power. `down`: no mains. `silent`: contact is lost, and the cause not known yet. `network`:
       * contact was lost, and power stayed on. `device`: the board restarted. `unobserved`: this service was
       * off or cut off, or a lost contact was never explained. `unknown`: before the device was heard or
       * belonged to the customer, or in the future.
       */
      state: z.enum(timelineStates),
      /** The outage to which the span belongs. */
      outage_id: idSchema.optional(),
    }),
  ),
);

export const timelineAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    device_id: shownDeviceId,
    from: timeSchema,
    to: timeSchema,
    spans: spansSchema(),
  }),
);
export type TimelineAnswer = OutputOf<typeof timelineAnswerSchema>;

export const timelinesAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    from: timeSchema,
    to: timeSchema,
    /** One for each device. */
    timelines: z.array(z.object({ device_id: shownDeviceId, spans: spansSchema() })),
  }),
);
export type TimelinesAnswer = OutputOf<typeof timelinesAnswerSchema>;
