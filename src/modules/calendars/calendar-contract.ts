/** Calendars (ICS) of other people that announced outages are read from. */

import { z } from 'zod';
import { someDeviceIds } from '../../contract/devices/devices.ts';
import {
  changeAnswer,
  idSchema,
  idTextSchema,
  okShape,
  shortText,
  timeSchema,
} from '../../contract/fields.ts';
import { type OutputOf, shape } from '../../contract/shape.ts';

const urlSchema = shape(() =>
  shortText(2000)
    .trim()
    .min(1, 'is required')
    .meta({ examples: ['https://example.com/outages.ics'] }),
);

const outageCalendarSchema = shape(() =>
  z.object({
    id: idSchema,
    /** The host of its address. The rest is never shown again. */
    host: z.string().meta({ examples: ['example.com'] }),
    /** Names; null: all of the customer's sites. */
    sites: z.array(z.string()).nullable(),
    /** Outages that it announces and that are not over. */
    outages: z.int().meta({ examples: [3] }),
    /** Events that could not be taken over: without times, or repeated by a rule that is not followed. */
    left_out: z.int().meta({ examples: [0] }),
    /** When it was last read without a failure. */
    read_at: timeSchema,
    /** The reason that it cannot be read now. It is tried again every hour. Null: it can. */
    failure: z
      .object({
        text: z.string().meta({ examples: ['does not answer in time'] }),
        code: z
          .string()
          .nullable()
          .meta({ examples: ['placeSlow'] }),
        /** The number in the text, such as the status of the answer. */
        number: z.int().nullable(),
      })
      .nullable(),
  }),
);
export type OutageCalendarAnswer = OutputOf<typeof outageCalendarSchema>;

export const outageCalendarsAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    data: z.array(outageCalendarSchema()),
  }),
);
export const outageCalendarAnswerSchema = shape(() => changeAnswer(outageCalendarSchema()));

export const outageCalendarParams = shape(() => z.strictObject({ id: idTextSchema }));

export const newOutageCalendarSchema = shape(() =>
  z.strictObject({
    url: urlSchema(),
    /** Null: all sites. */
    device_ids: someDeviceIds().nullable().default(null),
  }),
);

export const newOperatorsCalendarSchema = shape(() =>
  z.strictObject({
    url: urlSchema(),
    device_ids: someDeviceIds(),
  }),
);
