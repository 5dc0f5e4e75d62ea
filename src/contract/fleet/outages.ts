import { z } from 'zod';
import { causes } from '../../domain/states.ts';
import { notificationSchema } from '../alerts/notifications.ts';
import {
  idSchema,
  idTextSchema,
  listAnswer,
  listQueryShape,
  oneAnswer,
  shortText,
  shownDeviceId,
  shownSiteName,
  timeSchema,
} from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';
import { timeRangeShape } from '../time-range.ts';
import { eventSchema } from './events.ts';
import { deliveryCountsSchema } from './outage-fields.ts';

/** A time in which a device had no mains, or was not heard. */
const outageSchema = shape(() =>
  z.object({
    id: idSchema,
    device_id: shownDeviceId,
    site_name: shownSiteName,
    /** The owner when the outage began. */
    customer_id: idSchema.nullable(),
    customer_name: z
      .string()
      .nullable()
      .meta({ examples: ['Corner shop'] }),
    cause: z.enum(causes),
    down_at: timeSchema,
    /** Set as soon as power is back, and final once `confirmed_at` is set. */
    recover_at: timeSchema.nullable(),
    /** When power had been steady for the recovery delay. Null: the outage is open. */
    confirmed_at: timeSchema.nullable(),
    is_open: z.boolean(),
    /** Rounded. Null while the outage is open. */
    duration_minutes: z
      .int()
      .nullable()
      .meta({ examples: [42] }),
    /** Times that power came back for a moment. */
    flaps: z.int().meta({ examples: [0] }),
    /** When the server learned of the outage. */
    detected_at: timeSchema,
    /** The source of the beginning: a report, a heartbeat, or the last sign of life. */
    start_known: z.enum(['reported', 'heartbeat', 'silence']),
    acknowledged_at: timeSchema.nullable(),
    acknowledged_by: z
      .string()
      .nullable()
      .meta({ examples: ['Corner shop'] }),
    told: deliveryCountsSchema(),
  }),
);
export type OutageAnswer = OutputOf<typeof outageSchema>;

const outageFilters = ['all', 'open', ...causes] as const;

export const outagesQuerySchema = shape(() =>
  z.strictObject({
    page: listQueryShape.page,
    limit: listQueryShape.limit,
    filter: z.enum(outageFilters).default('all'),
    device_id: shortText(64)
      .optional()
      .meta({ examples: ['fw-a1b2c3d4e5f6'] }),
    customer_id: idTextSchema.optional(),
    ...timeRangeShape(),
  }),
);

export const outageParams = shape(() => z.strictObject({ id: idTextSchema }));
export const outagesAnswerSchema = shape(() => listAnswer(outageSchema()));
export const outageAnswerSchema = shape(() =>
  oneAnswer(
    outageSchema().extend({
      /** Newest first, at most 200. */
      events: z.array(eventSchema()),
      /** Newest first, at most 200. */
      notifications: z.array(notificationSchema()),
    }),
  ),
);
