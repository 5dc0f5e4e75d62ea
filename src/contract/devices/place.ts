/** Where a site is. All of it is optional, and null is not known. */

import { z } from 'zod';
import { roundLocation, tidyCell } from '../../domain/devices/place.ts';
import { losses } from '../../domain/fleet/loss.ts';
import { oneAnswer, shortText } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

const degrees = (most: number) => z.number().min(-most).max(most);

/** A point, rounded to 100 m: a finer one is rounded before anything else is done with it. */
const locationSchema = z
  .strictObject({
    /** Degrees north. */
    latitude: degrees(90).meta({ examples: [18.788] }),
    /** Degrees east. */
    longitude: degrees(180).meta({ examples: [98.985] }),
  })
  .transform(roundLocation);

const orNull = (text: string) => (text === '' ? null : text);

/** The place as it is set. Fields that are left out stay; null or empty: not known. */
export const editPlaceShape = shape(() => ({
  /**
   * A tag of the grid, such as a feeder. A slash parts a feeder from what it feeds: `F12/T3`. Sites of one
   * tag lose power together.
   */
  cell: shortText(64)
    .transform((text) => orNull(tidyCell(text)))
    .meta({ examples: ['F12/T3'] })
    .nullable()
    .optional(),
  /**
   * An administrative area. `TH-` and two, four or six digits: a Thai province (as in ISO 3166-2), district
   * or sub-district. Anything else is the name of an area elsewhere.
   */
  area: shortText(100)
    .trim()
    .transform(orNull)
    .meta({ examples: ['TH-500101'] })
    .nullable()
    .optional(),
  /** Null: not known. */
  location: locationSchema.nullable().optional(),
}));

/** The place as it is shown. */
export const placeShape = shape(() => ({
  /** A tag of the grid: a feeder, and behind a slash what it feeds. Null: not known. */
  cell: z
    .string()
    .nullable()
    .meta({ examples: ['F12/T3'] }),
  /** The operator set `cell`: it stays when the device goes to another owner. */
  is_cell_operators: z.boolean().meta({ examples: [true] }),
  /** `TH-` and the code of a Thai administrative area, or text. Null: not known. */
  area: z
    .string()
    .nullable()
    .meta({ examples: ['TH-500101'] }),
  /** Rounded to 100 m. Null: not known. */
  location: z
    .object({
      latitude: z.number().meta({ examples: [18.788] }),
      longitude: z.number().meta({ examples: [98.985] }),
    })
    .nullable(),
  /** The owner agreed that the site counts, among others, for the public page. */
  on_status_page: z.boolean().meta({ examples: [false] }),
}));

/** Tags to choose from. */
export const cellsAnswerSchema = shape(() =>
  oneAnswer(z.array(z.string().meta({ examples: ['F12/T3'] }))),
);
export type CellsAnswer = OutputOf<typeof cellsAnswerSchema>;

/** The state of the power at a site on the map, as far as it is known. */
export const mapStates = ['up', ...losses, 'unknown'] as const;

/** The operator's map of streets. Null: there is none, or it cannot be shown. */
export const mapFileAnswerSchema = shape(() =>
  oneAnswer(
    z
      .object({
        /** The name of its content: another file has another. */
        version: z.string().meta({ examples: ['1795415000000-180000000'] }),
        size_bytes: z.int().meta({ examples: [180_000_000] }),
      })
      .nullable(),
  ),
);
export type MapFileAnswer = OutputOf<typeof mapFileAnswerSchema>;

export const mapFileParams = shape(() =>
  z.strictObject({
    version: z
      .string()
      .max(40)
      .regex(/^\d+-\d+$/, 'must be the version that /api/map-file names')
      .meta({ examples: ['1795415000000-180000000'] }),
  }),
);
