/** Reliability figures after IEEE 1366; docs/reliability-figures.md has the formulae. */

import { z } from 'zod';
import { csvFormShape } from '../../contract/exports/exports.ts';
import { okShape, shortText } from '../../contract/fields.ts';
import { periodSchema, reportQuerySchema, reportTimeShape } from '../../contract/fleet/report.ts';
import { type OutputOf, shape } from '../../contract/shape.ts';
import { figureNames } from './figures.ts';

export const reliabilityQuerySchema = shape(() =>
  z.strictObject({
    ...reportTimeShape(),
    /** Only the sites of an area; of a Thai province or district, all within it. */
    area: shortText(100)
      .min(1)
      .optional()
      .meta({ examples: ['TH-50'] }),
  }),
);
export const reliabilityExportQuerySchema = shape(() =>
  reliabilityQuerySchema().extend(csvFormShape()),
);

/** To the nearest ten-thousandth. Null: it has no value. */
const figureSchema = z
  .number()
  .nullable()
  .meta({ examples: [127.5] });

/** Sustained interruptions, of more than five minutes, that were not planned, unless it says otherwise. */
const figuresSchema = shape(
  () =>
    z.object({
      /** Minutes without power per site. */
      saidi: figureSchema,
      /** Interruptions per site. */
      saifi: figureSchema,
      /** Minutes per interruption. */
      caidi: figureSchema,
      /** Percentage of the observed time with power; rounded down. */
      asai: figureSchema,
      /** Momentary interruptions per site, of five minutes or less; flicker within the recovery delay is one. */
      maifi: figureSchema,
      /** Percentage of sites with at least 3 interruptions, and with at least 6. */
      cemi_3: figureSchema,
      cemi_6: figureSchema,
      /** Percentage of sites with one interruption of at least 4 hours, and of at least 8. */
      celid_4h: figureSchema,
      celid_8h: figureSchema,
      /** Percentage of sites with at least 12 hours of interruptions together. */
      celid_total_12h: figureSchema,
      /** Minutes and number of planned interruptions per site. */
      planned_saidi: figureSchema,
      planned_saifi: figureSchema,
    }) satisfies z.ZodType<Record<(typeof figureNames)[number], number | null>>,
);

const intervalSchema = shape(() => z.tuple([z.number(), z.number()]).nullable());

const measuredShape = shape(() => ({
  /** Sites of which anything is known in the period. */
  sites: z.int().meta({ examples: [120] }),
  /** The number of their owners. */
  owners: z.int().meta({ examples: [87] }),
  /** What the figures are per: the time for which sites were observed, in days. */
  observed_site_days: z.number().meta({ examples: [3_480.5] }),
  figures: figuresSchema(),
  /** 95 % of what other samples of as many areas would give. Null: there are fewer than five areas. */
  intervals: z.partialRecord(z.enum(figureNames), intervalSchema()).nullable(),
  /** The figures without what began on major event days. Null: there was none. */
  without_major_event_days: figuresSchema().nullable(),
}));

const dateSchema = shape(() => z.iso.date());

const measuredPeriodSchema = shape(() =>
  z.object({
    first_date: dateSchema().meta({ examples: ['2026-11-01'] }),
    last_date: dateSchema().meta({ examples: ['2026-11-23'] }),
    ...measuredShape(),
    /** The 2.5-beta method: which days lie above the threshold that the five years before give. */
    major_event_days: z.object({
      /** False: too few days of the reference had an interruption; 36 are needed. */
      is_applied: z.boolean(),
      event_days: z.int().meta({ examples: [64] }),
      reference: z.object({ from: dateSchema(), to: dateSchema() }),
      /** SAIDI of a day, in minutes. */
      threshold: figureSchema,
      days: z.array(z.object({ date: dateSchema(), saidi: z.number() })),
    }),
  }),
);

export const reliabilityAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    /** These are figures of sites that happen to be monitored, not of all customers of a utility. */
    basis: z.literal('sample of monitored sites'),
    area: z
      .string()
      .nullable()
      .meta({ examples: ['TH-50'] }),
    period: periodSchema(),
    total: measuredPeriodSchema(),
    /** The period before; of a period that goes on, as much of it as has passed. Null: nothing is known. */
    before: measuredPeriodSchema().nullable(),
    /** By the parts of the area, the most minutes first. Both null: the sites of which no more is known. */
    parts: z.array(
      z.object({
        area: z
          .string()
          .nullable()
          .meta({ examples: ['TH-5001'] }),
        /** A feeder. */
        cell: z.string().nullable(),
        ...measuredShape(),
      }),
    ),
    /** The twelve months to the end of the period, oldest first. */
    months: z.array(
      z.object({
        month: z.string().meta({ examples: ['2026-11'] }),
        observed_site_days: z.number(),
        saidi: figureSchema,
        saifi: figureSchema,
      }),
    ),
  }),
);
export type ReliabilityAnswer = OutputOf<typeof reliabilityAnswerSchema>;

/** The query of a customer's year beside that of their area. */
export const ownYearQuerySchema = shape(() => reportQuerySchema().pick({ deviceId: true }));

const yearShape = shape(() => ({
  /** Minutes without power per site, rounded. */
  minutes: z.int().meta({ examples: [312] }),
  /** Power cuts a month per site, to the nearest tenth. */
  cuts_per_month: z.number().meta({ examples: [1.4] }),
}));

export const ownYearAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    first_date: dateSchema().meta({ examples: ['2026-01-01'] }),
    /** The own sites of which anything is known this year. */
    sites: z.int().meta({ examples: [1] }),
    /** All power outages, as the report of the year counts them. Null: less than a week is known of this year. */
    own: z.object(yearShape()).nullable(),
    /**
     * The same of all sites of the smallest area around that has at least 5 sites of 3 owners, for as much
     * time as the own ones were observed. Null: there is none, or the own sites lie in several areas.
     */
    around: z
      .object({ area: z.string().meta({ examples: ['TH-5001'] }), ...yearShape() })
      .nullable(),
  }),
);
export type OwnYearAnswer = OutputOf<typeof ownYearAnswerSchema>;
