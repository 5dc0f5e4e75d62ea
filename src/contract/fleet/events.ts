import { z } from 'zod';
import { causes, eventSorts, timelineEventTypes } from '../../domain/states.ts';
import {
  countsOf,
  idSchema,
  idTextSchema,
  listAnswer,
  listQueryShape,
  oneAnswer,
  shortText,
  sortShape,
  timeSchema,
} from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';
import { timeRangeShape } from '../time-range.ts';
import { deliveryCountsSchema } from './outage-fields.ts';

/** The events of one device. */
export const eventSchema = shape(() =>
  z.object({
    id: idSchema,
    event_type: z.enum(timelineEventTypes),
    /** When it happened. */
    event_time: timeSchema,
    /** The same as `event_time`. */
    timestamp: timeSchema,
    /** When the server stored it. */
    created_at: timeSchema,
    device_id: z
      .string()
      .nullable()
      .meta({ examples: ['fw-a1b2c3d4e5f6'] }),
    site_name: z
      .string()
      .nullable()
      .meta({ examples: ['Corner shop'] }),
    /** The owner when it happened. */
    customer_id: idSchema.nullable(),
    customer_name: z
      .string()
      .nullable()
      .meta({ examples: ['Corner shop'] }),
    /** Volt. */
    voltage: z
      .number()
      .nullable()
      .meta({ examples: [4.97] }),
    /** Per cent. */
    battery_level: z
      .number()
      .nullable()
      .meta({ examples: [87] }),
    message: z.string().nullable(),
    /** Fields that depend on the type: count, rssi, ssid, reset_reason, by … */
    details: z
      .record(z.string(), z.unknown())
      .meta({ examples: [{ rssi: -61, ssid: 'ShopWiFi' }] }),
    /** The outage to which the event belongs. The fields below are the outage's. */
    outage_id: idSchema.nullable(),
    cause: z.enum(causes).nullable(),
    /** Rounded. Null while the outage is open. */
    duration_minutes: z
      .int()
      .nullable()
      .meta({ examples: [42] }),
    /** Whether anybody was told of the outage. */
    notified: z.boolean(),
    delivery: deliveryCountsSchema(),
  }),
);
export type EventAnswer = OutputOf<typeof eventSchema>;

const plainFilters = [
  'all',
  'power_down',
  'power_restored',
  'online',
  'offline',
  'outage',
  'heartbeat',
  'acknowledge',
  'ack_recover',
  'ack_withdrawn',
  'register',
  'config_change',
] as const;

/** A filter, whatever its case. `power_recover`, the event type, means `power_restored`. */
const filterSchema = shape(() =>
  z
    .preprocess(
      (text) => (typeof text === 'string' ? text.toLowerCase() : text),
      z.enum([...plainFilters, 'power_recover']).default('all'),
    )
    .transform((filter) => (filter === 'power_recover' ? 'power_restored' : filter)),
);

/** The filters of the list and of its export. */
const narrowingShape = shape(() => ({
  q: listQueryShape.q,
  filter: filterSchema(),
  device_id: shortText(64)
    .optional()
    .meta({ examples: ['fw-a1b2c3d4e5f6'] }),
  customer_id: idTextSchema.optional(),
  ...timeRangeShape(),
}));

export const eventsQuerySchema = shape(() =>
  z.strictObject({
    ...listQueryShape,
    ...sortShape(eventSorts),
    ...narrowingShape(),
  }),
);
export const eventsExportQuerySchema = shape(() => z.strictObject(narrowingShape()));
export type EventNarrowing = OutputOf<typeof eventsExportQuerySchema>;

export const eventCountsQuerySchema = shape(() =>
  z.strictObject(narrowingShape()).omit({ filter: true }),
);
/** Each count ends at 10,000. */
export const eventCountsAnswerSchema = shape(() =>
  oneAnswer(countsOf(['all', 'power_down', 'power_restored'])),
);

export const eventParams = shape(() => z.strictObject({ id: idTextSchema }));
export const eventsAnswerSchema = shape(() => listAnswer(eventSchema()));
export const eventAnswerSchema = shape(() => oneAnswer(eventSchema()));
