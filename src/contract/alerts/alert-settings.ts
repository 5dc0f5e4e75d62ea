/** Settings of when the owner of a device is alerted. */

import { z } from 'zod';
import {
  type AlertSettings,
  alertSettingList,
  type alertSettings,
  type SettingRange,
} from '../../domain/alerts/alert-settings.ts';
import { quietWishes } from '../../domain/alerts/quiet.ts';
import type { AtDoor } from '../../domain/fields.ts';
import { changeAnswer, timeSchema } from '../fields.ts';
import { deviceIdSchema } from '../fleet/device.ts';
import { type OutputOf, shape } from '../shape.ts';

/** Seconds within a range and on one of its steps. The error names bounds and step. */
const stepped = ({ min, max, step }: SettingRange) => {
  const finding = `must be from ${min} to ${max} in steps of ${step}`;
  return z.int(finding).min(min, finding).max(max, finding).multipleOf(step, finding);
};

type Said = AtDoor<typeof alertSettings, 'api', AlertSettings>;
type NameOfNumber = { [Name in keyof Said]: Said[Name] extends number ? Name : never }[keyof Said];
type ShapeOfSaid = {
  [Name in keyof Said]: Said[Name] extends boolean ? z.ZodBoolean : z.ZodType<number, number>;
};

/** @param ofNumber the shape of a setting that is a number */
const makeShape = (ofNumber: (range: SettingRange) => z.ZodType<number, number>) =>
  Object.fromEntries(
    alertSettingList.map(({ api, atFirst, range }) => [
      api,
      (range === undefined ? z.boolean() : ofNumber(range)).meta({ examples: [atFirst] }),
    ]),
  ) as ShapeOfSaid;

const settingsShape = shape(() => makeShape(stepped));

/** Bounds and steps of the settings that are numbers. */
export const alertRanges = Object.fromEntries(
  alertSettingList.flatMap(({ api, range }) => (range === undefined ? [] : [[api, range]])),
) as Readonly<Record<NameOfNumber, SettingRange>>;

/** At least one of the settings. */
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
    // No bounds: a value that an operator wrote into the database by hand is shown, too.
    ...makeShape(() => z.number()),
    /** The settings after a reset. */
    defaults: z.object(settingsShape()),
    /** Bounds and steps of each number, in seconds. */
    ranges: z.object(
      Object.fromEntries(Object.keys(alertRanges).map((name) => [name, rangeSchema()])) as Record<
        NameOfNumber,
        ReturnType<typeof rangeSchema>
      >,
    ),
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

/** At least one of the settings, for several devices. */
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

/** Whether phones ring until somebody acknowledges, for the device in the path. */
export const markDeviceSchema = shape(() =>
  z.strictObject({ critical: z.boolean().meta({ examples: [true] }) }),
);

/** The time without alerts for the device in the path. */
export const quietDeviceSchema = shape(() => z.strictObject({ quiet: quietSchema() }));

export const quietDevicesAnswerSchema = shape(() =>
  changeAnswer(
    z.object({
      /** The state before, which the page sends again to undo the change. */
      before: z.array(z.object({ device_id: z.string(), quiet: quietSchema() })),
      /** The end of the mute of all of them. Null: it is for good, or there is none. */
      until: timeSchema.nullable(),
    }),
  ),
);
