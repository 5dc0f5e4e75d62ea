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
  sortShape,
  timeSchema,
} from '../fields.ts';
import { toldChatsSchema } from '../fleet/outage-fields.ts';
import { refusalSchema } from '../fleet/refusals.ts';

/** An outage that is still open. */
export const openOutageSchema = z.object({
  id: idSchema,
  /** What is known of it so far. */
  cause: z.enum(causes),
  down_at: timeSchema,
  /** Power is back, but not yet steady. */
  recover_at: timeSchema.nullable(),
  acknowledged_at: timeSchema.nullable(),
  acknowledged_by: z
    .string()
    .nullable()
    .meta({ examples: ['Corner shop'] }),
});

/** A device as the administrator sees it. */
export const deviceSchema = z.object({
  device_id: z.string().meta({ examples: ['fw-a1b2c3d4e5f6'] }),
  site_name: z.string().meta({ examples: ['Corner shop'] }),
  site_address: z
    .string()
    .nullable()
    .meta({ examples: ['99/1 Moo 4, Chiang Mai'] }),
  /** Null, like the name and the phone: it belongs to nobody. */
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
  /** The version it tried and rolled back; null: none. */
  update_failed: z
    .string()
    .nullable()
    .meta({ examples: ['1.1.0'] }),
  /** `unknown`: not heard since it was enrolled, or refused. */
  status: z.enum(links),
  /** Why it may not come in: its key was revoked, or it was released. Null: it may. */
  refused: z.enum(refusedReasons).nullable(),
  /** What is known now; null: not known, as while nothing is heard. */
  power_status: z.enum(knownPowers).nullable(),
  last_heartbeat: timeSchema.nullable(),
  created_at: timeSchema,
  /** The door it last came through. */
  transport: z.enum(transports).nullable(),
  /** It last came in the clear, and not from a private network; since the server was started. */
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
  /** How its loss is noticed: it reports mains itself; or by silence, within 30 s or the time-out. */
  detects: z.enum(detectionModes),
  /** Seconds within which its silence is noticed. */
  detects_within_seconds: z.number().meta({ examples: [30] }),
  /** Whether its owner is told of an outage, and if not, why. */
  alerts: z.enum(alertStandings),
  /** It is watched, and waits for the yes of the owner of the phone it was set up with. */
  is_awaiting_owner: z.boolean(),
  /** Null: not muted now. */
  muted_until: timeSchema.nullable(),
  /**
   * Since when it holds credentials that have ended, because its owner changed: somebody has to enter
   * the present key at its set-up page. Null: it does not.
   */
  credentials_due_at: timeSchema.nullable(),
  key_code: z
    .string()
    .nullable()
    .meta({ examples: ['7Q4KD-9M2XP-C3R8T-VWYZ6'] }),
  key_expires_at: timeSchema.nullable(),
  /** Null: none is open. */
  outage: openOutageSchema
    .extend({
      /** The chats that were told that it began, and those that are still to be. */
      told: toldChatsSchema,
    })
    .nullable(),
});
export type DeviceAnswer = z.infer<typeof deviceSchema>;

const countSchema = z.int().nullable();

/** What a board says of itself; null in it: it does not say that. */
export const deviceHealthSchema = z.object({
  /** When it said so. */
  told_at: timeSchema,
  /** Bytes of internal RAM. */
  free_heap: countSchema.meta({ examples: [91_000] }),
  largest_block: countSchema.meta({ examples: [60_000] }),
  /**
   * Bytes a day by which its free memory becomes less and less, through a day or more of the present
   * boot. Null: it does not, or it is too early to say.
   */
  heap_loss_per_day: countSchema.meta({ examples: [null] }),
  /** Times that it lost Wi-Fi in its present boot. */
  reconnects: countSchema.meta({ examples: [2] }),
  /** Its starts so far. */
  starts: countSchema.meta({ examples: [14] }),
  /** Why it restarted by itself before its present boot: `command`, `update`, `no_answer`. */
  restart_cause: z
    .string()
    .nullable()
    .meta({ examples: ['no_answer'] }),
  /** It has gone to sleep, and why: `battery_low`. */
  sleep: z
    .string()
    .nullable()
    .meta({ examples: ['battery_low'] }),
});
export type DeviceHealth = z.infer<typeof deviceHealthSchema>;

/** One device, looked at alone. */
export const deviceDetailSchema = deviceSchema.extend({
  /** Null: it has said nothing of itself in the last seven days. */
  health: deviceHealthSchema.nullable(),
  /** What of the last day was not taken of what it, or somebody in its name, sent; the newest first. */
  refusals: z.array(refusalSchema),
});
export type DeviceDetail = z.infer<typeof deviceDetailSchema>;

export const deviceQuerySchema = z.strictObject({
  ...listQueryShape,
  ...sortShape(deviceSorts),
  /**
   * `offline`: whatever is not online; `unknown`: never heard; `down`: says that power is gone; `lost`:
   * `mains_lost` or `contact_lost`; `unacknowledged`: of those, what nobody has acknowledged; `untold`: an
   * outage would be told to nobody; `key_ending`: within 30 days.
   */
  filter: z.enum(deviceFilters).default('all'),
  customer_id: idTextSchema.optional(),
});

/** How one customer's devices are asked for. */
export const ownedDevicesQuerySchema = z.strictObject(listQueryShape);

/** Any short text: what no device is called is not found. */
export const deviceIdParams = z.strictObject({
  id: shortText(64).meta({ examples: ['fw-a1b2c3d4e5f6'] }),
});

/** Either, or both. */
export const editDeviceSchema = z
  .strictObject({
    site_name: shortText(100, texts.enterDeviceName)
      .trim()
      .min(1, texts.enterDeviceName)
      .meta({ examples: ['Corner shop'] })
      .optional(),
    /** Null, or empty: not known. */
    site_address: longText(500)
      .trim()
      .meta({ examples: ['99/1 Moo 4, Chiang Mai'] })
      .nullable()
      .transform((text) => (text === '' ? null : text))
      .optional(),
  })
  .refine((fields) => Object.keys(fields).length > 0, 'must hold at least one field');

/** With the number of devices behind each tab; they heed the search, not the filter. */
export const devicesAnswerSchema = listAnswer(deviceSchema).extend({
  counts: countsOf(deviceFilters),
});
export const ownedDevicesAnswerSchema = listAnswer(deviceSchema);
export const deviceAnswerSchema = oneAnswer(deviceDetailSchema);
export const changeDeviceAnswerSchema = changeAnswer(deviceSchema);
