import { z } from 'zod';
import { alertStandings } from '../../domain/alerts/alert-standing.ts';
import { refusedReasons } from '../../domain/devices/admission.ts';
import { deviceFilters, deviceSorts, deviceTypes } from '../../domain/devices/device-type.ts';
import { texts } from '../../domain/findings.ts';
import { detectionModes } from '../../domain/fleet/detection.ts';
import { causes, knownPowers, links, transports } from '../../domain/states.ts';
import {
  changeAnswer,
  countsOf,
  idSchema,
  idTextSchema,
  listAnswer,
  listQueryShape,
  longText,
  oneAnswer,
  shortText,
  shownDeviceId,
  shownSiteName,
  sortShape,
  timeSchema,
} from '../fields.ts';
import { toldChatsSchema } from '../fleet/outage-fields.ts';
import { refusalSchema } from '../fleet/refusals.ts';
import { type OutputOf, shape } from '../shape.ts';
import { editPlaceShape, placeShape } from './place.ts';

/** An outage that is still open. */
export const openOutageSchema = shape(() =>
  z.object({
    id: idSchema,
    /** The cause as far as it is known. */
    cause: z.enum(causes),
    down_at: timeSchema,
    /** Power is back, but not yet steady. */
    recover_at: timeSchema.nullable(),
    acknowledged_at: timeSchema.nullable(),
    acknowledged_by: z
      .string()
      .nullable()
      .meta({ examples: ['Corner shop'] }),
  }),
);

/** A device as operators see it. */
export const deviceSchema = shape(() =>
  z.object({
    device_id: shownDeviceId,
    site_name: shownSiteName,
    site_address: z
      .string()
      .nullable()
      .meta({ examples: ['99/1 Moo 4, Chiang Mai'] }),
    ...placeShape(),
    /** Null, like the name and the phone: the device belongs to nobody. */
    customer_id: idSchema.nullable(),
    customer_name: z
      .string()
      .nullable()
      .meta({ examples: ['Corner shop'] }),
    /** The customer's, E.164. */
    phone: z
      .string()
      .nullable()
      .meta({ examples: ['+66812345678'] }),
    device_type: z.enum(deviceTypes),
    firmware_version: z
      .string()
      .nullable()
      .meta({ examples: ['1.0.0'] }),
    /** The version that the device tried and rolled back. Null: none. */
    update_failed: z
      .string()
      .nullable()
      .meta({ examples: ['1.1.0'] }),
    /** `unknown`: the device was not heard since it was enrolled, or is refused. */
    status: z.enum(links),
    /** The reason that the device is refused: its key was revoked, or it was released. Null: it is not. */
    refused: z.enum(refusedReasons).nullable(),
    /** The power of now, as far as it is known. Null: it is not, as while the device is not heard. */
    power_status: z.enum(knownPowers).nullable(),
    last_heartbeat: timeSchema.nullable(),
    created_at: timeSchema,
    /** The way on which the device last connected. */
    transport: z.enum(transports).nullable(),
    /** Whether the last contact since the server's start was unencrypted and from outside a private network. */
    is_plain_outside: z.boolean().meta({ examples: [false] }),
    /** dBm. */
    rssi: z
      .number()
      .nullable()
      .meta({ examples: [-61] }),
    ssid: z
      .string()
      .nullable()
      .meta({ examples: ['ShopWiFi'] }),
    /** Volt. */
    voltage: z
      .number()
      .nullable()
      .meta({ examples: [4.9] }),
    /** Per cent. */
    battery_level: z
      .number()
      .nullable()
      .meta({ examples: [87] }),
    /** The way in which an outage is noticed: the device reports it, or falls silent for 30 s or for the time-out. */
    detects: z.enum(detectionModes),
    /** Seconds within which silence is noticed. */
    detects_within_seconds: z.number().meta({ examples: [30] }),
    /** Whether the owner is told of an outage, and if not, why. */
    alerts: z.enum(alertStandings),
    /** Whether its owner's phones ring until somebody acknowledges. Null: it is not marked, and none can be called. */
    critical: z.boolean().nullable(),
    /** The device is watched, but in no account until the owner of the phone number accepts it. */
    is_awaiting_owner: z.boolean(),
    /** Null: not muted now. */
    muted_until: timeSchema.nullable(),
    /**
     * The moment since which the device is refused because its owner changed and its credentials ended. Somebody has
     * to enter the present key on its set-up page. Null: it is not refused.
     */
    credentials_due_at: timeSchema.nullable(),
    key_code: z
      .string()
      .nullable()
      .meta({ examples: ['7Q4KD-9M2XP-C3R8T-VWYZ6'] }),
    key_expires_at: timeSchema.nullable(),
    /** Null: none is open. */
    outage: openOutageSchema()
      .extend({
        /** The chats that were told of the outage, and those that wait for the message. */
        told: toldChatsSchema(),
      })
      .nullable(),
  }),
);
export type DeviceAnswer = OutputOf<typeof deviceSchema>;

const countSchema = shape(() => z.int().nullable());

/** Readings of a board about itself. A null field: the board does not report it. */
const deviceHealthSchema = shape(() =>
  z.object({
    /** When the board reported it. */
    told_at: timeSchema,
    /** Bytes of internal RAM. */
    free_heap: countSchema().meta({ examples: [91_000] }),
    largest_block: countSchema().meta({ examples: [60_000] }),
    /**
     * Bytes of free memory that are lost each day, through a day or more of the present boot. Null: none,
     * or it is too early to tell.
     */
    heap_loss_per_day: countSchema().meta({ examples: [null] }),
    /** Losses of Wi-Fi in the board's present boot. */
    reconnects: countSchema().meta({ examples: [2] }),
    /** Starts of the board so far. */
    starts: countSchema().meta({ examples: [14] }),
    /** The reason of the board's restart by itself before its present boot: `command`, `update`, `no_answer`. */
    restart_cause: z
      .string()
      .nullable()
      .meta({ examples: ['no_answer'] }),
    /** The reason of the board's sleep: `battery_low`. */
    sleep: z
      .string()
      .nullable()
      .meta({ examples: ['battery_low'] }),
  }),
);
export type DeviceHealth = OutputOf<typeof deviceHealthSchema>;

/** A device with what only its own page shows. */
const deviceDetailSchema = shape(() =>
  deviceSchema().extend({
    /** Null: the board reported nothing of itself in the last seven days. */
    health: deviceHealthSchema().nullable(),
    /** Messages in the device's name that were refused in the last day, the newest first. */
    refusals: z.array(refusalSchema()),
  }),
);
export type DeviceDetail = OutputOf<typeof deviceDetailSchema>;

export const deviceQuerySchema = shape(() =>
  z.strictObject({
    ...listQueryShape,
    ...sortShape(deviceSorts),
    /**
     * `power_on`: heard, and known to have power. `offline`: not online. `unknown`: never heard. `down`: reported that power is lost. `lost`:
     * `mains_lost` or `contact_lost`. `unacknowledged`: lost, and acknowledged by nobody. `untold`: nobody
     * would be told of an outage. `key_ending`: its key ends within 30 days.
     */
    filter: z.enum(deviceFilters).default('all'),
    customer_id: idTextSchema.optional(),
    /** Only what this area outage has taken and is not back. */
    area_outage_id: idTextSchema.optional(),
  }),
);

/** The query for one customer's devices. */
export const ownedDevicesQuerySchema = shape(() => z.strictObject(listQueryShape));

/** Any short text. One that is no device's id is not found. */
export const deviceIdParams = shape(() =>
  z.strictObject({
    id: shortText(64).meta({ examples: ['fw-a1b2c3d4e5f6'] }),
  }),
);

export const someDeviceIds = shape(() => z.array(deviceIdParams().shape.id).min(1).max(1000));

/** No more than the operator's list shows at once. */
export const acknowledgeDevicesSchema = shape(() =>
  z.strictObject({
    device_ids: z.array(deviceIdParams().shape.id).min(1).max(200),
  }),
);
export const remindedDevicesAnswerSchema = shape(() =>
  changeAnswer(
    z.object({
      /** Those that people are reminded of again. */
      reminded: z.array(shownDeviceId),
    }),
  ),
);
export const acknowledgedDevicesAnswerSchema = shape(() =>
  changeAnswer(
    z.object({
      /** Those whose outage nobody had acknowledged before. */
      acknowledged: z.array(shownDeviceId),
    }),
  ),
);

/** The name of the site, its address and its place. Fields that are left out stay. */
export const editDeviceSchema = shape(() =>
  z
    .strictObject({
      site_name: shortText(100, texts.enterDeviceName)
        .trim()
        .min(1, texts.enterDeviceName)
        .meta({ examples: ['Corner shop'] })
        .optional(),
      /** Null or empty: not known. */
      site_address: longText(500)
        .trim()
        .meta({ examples: ['99/1 Moo 4, Chiang Mai'] })
        .nullable()
        .transform((text) => (text === '' ? null : text))
        .optional(),
      ...editPlaceShape(),
    })
    .refine((fields) => Object.keys(fields).length > 0, 'must hold at least one field'),
);

/** With the number of devices behind each tab, counted with the search and without the filter. */
export const devicesAnswerSchema = shape(() =>
  listAnswer(deviceSchema()).extend({
    counts: countsOf(deviceFilters),
  }),
);
export const ownedDevicesAnswerSchema = shape(() => listAnswer(deviceSchema()));
export const deviceAnswerSchema = shape(() => oneAnswer(deviceDetailSchema()));
export const changeDeviceAnswerSchema = shape(() => changeAnswer(deviceSchema()));
