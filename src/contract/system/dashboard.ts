import { z } from 'zod';
import { deviceSchema } from '../devices/devices.ts';
import { idSchema, okShape, timeSchema } from '../fields.ts';

/** A loss or a return of power, in a line. */
export const recentEventSchema = z.object({
  id: idSchema,
  event_type: z.enum(['POWER_DOWN', 'POWER_RECOVER']),
  event_time: timeSchema,
  device_id: z
    .string()
    .nullable()
    .meta({ examples: ['fw-a1b2c3d4e5f6'] }),
  site_name: z
    .string()
    .nullable()
    .meta({ examples: ['Corner shop'] }),
  /** The owner when it happened. */
  customer_name: z
    .string()
    .nullable()
    .meta({ examples: ['Corner shop'] }),
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
    /** The latest losses and returns of power. */
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
