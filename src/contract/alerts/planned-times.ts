/** Times in which power is planned to be off. */
import { z } from 'zod';
import { plannedKinds } from '../../domain/alerts/planned-time.ts';
import { deviceIdParams } from '../devices/devices.ts';
import { changeAnswer, idSchema, idTextSchema, okShape, shortText, timeSchema } from '../fields.ts';

const someDeviceIds = z.array(deviceIdParams.shape.id).min(1).max(1000);

const fields = {
  note: shortText(200)
    .default('')
    .meta({ examples: ['Electrician at the fuse box'] }),
  starts_at: timeSchema.meta({ examples: ['2099-04-12T02:00:00.000Z'] }),
  /** Less than seven days later. */
  ends_at: timeSchema.meta({ examples: ['2099-04-12T05:00:00.000Z'] }),
};

export const plannedTimeSchema = z.object({
  id: idSchema,
  /** `maintenance`: nobody is told before it ends; `announced`: losses are told as announced. */
  kind: z.enum(plannedKinds),
  note: z.string(),
  starts_at: timeSchema,
  ends_at: timeSchema,
  /** Each week at the same time by the clocks of the installation. */
  is_weekly: z.boolean(),
  /** Null: all of the customer's sites. */
  sites: z
    .array(
      z.object({
        device_id: z.string().meta({ examples: ['fw-a1b2c3d4e5f6'] }),
        site_name: z.string().meta({ examples: ['Corner shop'] }),
      }),
    )
    .nullable(),
  /** The operator announced it. */
  is_operators: z.boolean(),
  /** When it takes place, now or the next time. */
  next: z.object({ from: timeSchema, to: timeSchema }).nullable(),
});
export type PlannedTimeAnswer = z.infer<typeof plannedTimeSchema>;

export const plannedTimesAnswerSchema = z.object({ ...okShape, data: z.array(plannedTimeSchema) });
export const plannedTimeAnswerSchema = changeAnswer(plannedTimeSchema);

export const plannedTimeParams = z.strictObject({ id: idTextSchema });

export const newPlannedTimeSchema = z.strictObject({
  ...fields,
  kind: z.enum(plannedKinds).default('maintenance'),
  is_weekly: z.boolean().default(false),
  /** Null: all sites. */
  device_ids: someDeviceIds.nullable().default(null),
});

export const newAnnouncementSchema = z.strictObject({ ...fields, device_ids: someDeviceIds });
