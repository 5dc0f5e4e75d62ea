import { z } from 'zod';
import { deviceSchema } from '../devices/devices.ts';
import { okShape } from '../fields.ts';
import { eventSchema } from '../fleet/events.ts';

/** A loss or a return of power, or a silence that may be one, in a line. */
export const recentEventSchema = eventSchema.pick({
  id: true,
  event_type: true,
  event_time: true,
  device_id: true,
  site_name: true,
  customer_name: true,
});

const total = z.int().meta({ examples: [12] });

/** The figures on the console's first page. */
export const dashboardSchema = z.object({
  customers: z.object({ total }),
  devices: z.object({
    online: z.int().meta({ examples: [11] }),
    total,
    /** Those that were enrolled last. */
    recent: z.array(deviceSchema),
  }),
  /** Keys that count for no device yet. */
  keys: z.object({ unused: z.int().meta({ examples: [40] }) }),
  events: z.object({
    /** Of this calendar day in the server's time zone; heartbeats are not counted. */
    today: z.int().meta({ examples: [5] }),
    /** The latest losses and returns of power; a silence counts until it is explained otherwise. */
    recent: z.array(recentEventSchema),
  }),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** At the top, where the pages look for it, and under `data`, as in every other answer. */
export const dashboardAnswerSchema = z.object({
  ...okShape,
  ...dashboardSchema.shape,
  data: dashboardSchema,
});
