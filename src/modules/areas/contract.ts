import { z } from 'zod';
import { areaOutageShape } from '../../contract/feed/stream.ts';
import {
  idSchema,
  listAnswer,
  listQueryShape,
  shownDeviceId,
  shownSiteName,
  timeSchema,
} from '../../contract/fields.ts';
import { type OutputOf, shape } from '../../contract/shape.ts';
import { causes } from '../../domain/states.ts';

const areaOutageSchema = shape(() =>
  z.object({
    ...areaOutageShape(),
    /** The lost sites, the first lost first; at most 500. */
    sites: z.array(
      z.object({
        outage_id: idSchema,
        device_id: shownDeviceId,
        site_name: shownSiteName,
        /** The owner when it began. */
        customer_id: idSchema.nullable(),
        cause: z.enum(causes),
        down_at: timeSchema,
        /** Null: it is still lost. */
        recover_at: timeSchema.nullable(),
      }),
    ),
  }),
);
export type AreaOutageAnswer = OutputOf<typeof areaOutageSchema>;

export const areaOutagesQuerySchema = shape(() =>
  z.strictObject({
    page: listQueryShape.page,
    limit: listQueryShape.limit,
    status: z.enum(['open', 'all']).default('open'),
  }),
);
export const areaOutagesAnswerSchema = shape(() => listAnswer(areaOutageSchema()));
