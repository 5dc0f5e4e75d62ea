/** Settings of when the owner of a device is alerted. */

import { z } from 'zod';
import { quietWishes } from '../../domain/alerts/quiet.ts';
import { changeAnswer, timeSchema } from '../fields.ts';
import { deviceIdSchema } from '../fleet/device.ts';
import { type OutputOf, shape } from '../shape.ts';

/** The settings of a new device, and of one whose settings were reset. */
export const alertDefaults = {
  alertEnabled: true,
  downtimeThreshold: 60,
  reminderInterval: 300,
  alertOnRecovery: true,
} as const;

/** Bounds and steps of the sliders, in seconds. */
export const alertRanges = {
  downtimeThreshold: { min: 5, max: 300, step: 5 },
  reminderInterval: { min: 30, max: 1800, step: 30 },
} as const;

/** Seconds within a range and on one of its steps. The error names bounds and step. */
const stepped = (range: { readonly min: number; readonly max: number; readonly step: number }) => {
  const { min, max, step } = range;
  const finding = `must be from ${min} to ${max} in steps of ${step}`;
  return z.int(finding).min(min, finding).max(max, finding).multipleOf(step, finding);
};

const settingsShape = shape(() => ({
  alertEnabled: z.boolean().meta({ examples: [alertDefaults.alertEnabled] }),
  /** Seconds from the loss to the first alert. */
  downtimeThreshold: stepped(alertRanges.downtimeThreshold).meta({
    examples: [alertDefaults.downtimeThreshold],
  }),
  /** Seconds from one message to the next, until somebody acknowledges. */
  reminderInterval: stepped(alertRanges.reminderInterval).meta({
    examples: [alertDefaults.reminderInterval],
  }),
  alertOnRecovery: z.boolean().meta({ examples: [alertDefaults.alertOnRecovery] }),
}));

/** At least one of the four settings. */
export const saveAlertSettingsSchema = shape(() =>
  z
    .strictObject(settingsShape())
    .partial()
    .refine((settings) => Object.keys(settings).length > 0, 'must hold at least one setting'),
);

export const toggleAlertsSchema = shape(() =>
  z.strictObject({
    enabled: z.boolean().meta({ examples: [false] }),
  }),
);

const rangeSchema = shape(() =>
  z.object({
    min: z.int().meta({ examples: [5] }),
    max: z.int().meta({ examples: [300] }),
    step: z.int().meta({ examples: [5] }),
  }),
);

const alertSettingsSchema = shape(() =>
  z.object({
    ...settingsShape(),
    // No bounds: a value that an operator wrote into the database by hand is shown, too.
    downtimeThreshold: z.number().meta({ examples: [alertDefaults.downtimeThreshold] }),
    reminderInterval: z.number().meta({ examples: [alertDefaults.reminderInterval] }),
    /** The settings after a reset. */
    defaults: z.object(settingsShape()),
    /** Bounds and steps of each setting, in seconds. */
    ranges: z.object({ downtimeThreshold: rangeSchema(), reminderInterval: rangeSchema() }),
  }),
);
export type AlertSettingsAnswer = OutputOf<typeof alertSettingsSchema>;

/** These calls answer with `success` as well as `ok`. */
export const alertSettingsAnswerSchema = shape(() =>
  z.object({
    ok: z.literal(true),
    success: z.literal(true),
    data: alertSettingsSchema(),
    message: z.string().meta({ examples: ['Alert settings saved'] }),
  }),
);

const someDevices = shape(() =>
  z
    .array(deviceIdSchema)
    .min(1)
    .max(1000)
    .meta({ examples: [['fw-a1b2c3d4e5f6']] }),
);

/** At least one of the four settings, for several devices. */
export const saveManyAlertSettingsSchema = shape(() =>
  z
    .strictObject({ device_ids: someDevices(), ...z.strictObject(settingsShape()).partial().shape })
    .refine((settings) => Object.keys(settings).length > 1, 'must hold at least one setting'),
);

export const saveManyAnswerSchema = shape(() =>
  changeAnswer(z.object({ devices: z.int().meta({ examples: [3] }) })),
);

const quietSchema = shape(() =>
  z.union([z.enum(quietWishes), timeSchema]).meta({ examples: ['hour'] }),
);

/** No alerts for an `hour`, until `morning` (08:00), until a time, or for `ever`. `none`: alerts go out. */
export const quietDevicesSchema = shape(() =>
  z.strictObject({
    devices: z
      .array(z.strictObject({ device_id: deviceIdSchema, quiet: quietSchema() }))
      .min(1)
      .max(1000)
      .meta({ examples: [[{ device_id: 'fw-a1b2c3d4e5f6', quiet: 'hour' }]] }),
  }),
);

/** How long no alerts go out for the device in the path. */
export const quietDeviceSchema = shape(() => z.strictObject({ quiet: quietSchema() }));

export const quietDevicesAnswerSchema = shape(() =>
  changeAnswer(
    z.object({
      /** The state before, which the page sends again to undo the change. */
      before: z.array(z.object({ device_id: z.string(), quiet: quietSchema() })),
      /** Until when all of them are muted. Null: for good, or they are not. */
      until: timeSchema.nullable(),
    }),
  ),
);
