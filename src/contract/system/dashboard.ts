import { z } from 'zod';
import { deviceSchema } from '../devices/devices.ts';
import { okShape } from '../fields.ts';
import { eventSchema } from '../fleet/events.ts';
import { type OutputOf, shape } from '../shape.ts';

/** The fields that a list shows of a lost or restored power, or of a silence that may be a power outage. */
const recentEventSchema = shape(() =>
  eventSchema().pick({
    id: true,
    event_type: true,
    event_time: true,
    device_id: true,
    site_name: true,
    customer_name: true,
  }),
);

const total = shape(() => z.int().meta({ examples: [12] }));

/** The figures on the console's first page. */
const dashboardSchema = shape(() =>
  z.object({
    customers: z.object({ total: total() }),
    devices: z.object({
      online: z.int().meta({ examples: [11] }),
      total: total(),
      /** The devices that were enrolled last. */
      recent: z.array(deviceSchema()),
    }),
    /** Keys that serve no device yet. */
    keys: z.object({ unused: z.int().meta({ examples: [40] }) }),
    events: z.object({
      /** Events of this calendar day in the server's time zone, without heartbeats. */
      today: z.int().meta({ examples: [5] }),
      /** The latest events of lost or restored power. A silence counts until it has another explanation. */
      recent: z.array(recentEventSchema()),
    }),
  }),
);
export type Dashboard = OutputOf<typeof dashboardSchema>;

/** The figures are both beside `ok`, where the pages look for them, and in `data`. */
export const dashboardAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    ...dashboardSchema().shape,
    data: dashboardSchema(),
  }),
);
