/**
 * Messages from and to devices, over HTTP and MQTT alike (docs/device-protocol.md). Web pages share the
 * schemas; the firmware shares JSON fixtures.
 */

import { z } from 'zod';
import {
  type Board,
  boards,
  type DeviceType,
  deviceTypes,
} from '../../domain/devices/device-type.ts';
import { knownPowers } from '../../domain/states.ts';
import { keyCodeTextSchema, phoneTextSchema, shortText } from '../fields.ts';

/** `fw-` and the twelve hex digits of the board's MAC address in lower case. */
export const deviceIdSchema = z
  .string()
  .regex(/^fw-[0-9a-f]{12}$/, 'must be fw- and 12 hex digits')
  .meta({ examples: ['fw-a1b2c3d4e5f6'] });

/** The names the firmware and the serial line use for the same boards. */
const serialNames = {
  'esp32-s2-mini': 's2-mini',
  'esp32-lilygo-t-display': 't-display',
  'esp32-s2-test': 's2-test',
  'esp32-c3-mini': 'c3-mini',
} as const satisfies Record<string, Board>;

type SerialName = keyof typeof serialNames;

/** Accepts either name of a board and gives the stored one. */
const namedBoard = <const Names extends readonly DeviceType[]>(names: Names) =>
  z
    .enum([...names, ...(Object.keys(serialNames) as SerialName[])])
    .transform((name) => (isSerialName(name) ? serialNames[name] : name) as Names[number]);

const isSerialName = (name: string): name is SerialName => Object.hasOwn(serialNames, name);

export const deviceTypeSchema = namedBoard(deviceTypes).meta({ examples: ['s2-mini'] });
/** A board for which there is firmware. */
export const boardSchema = namedBoard(boards).meta({ examples: ['s2-mini'] });

export const resetReasons = [
  'power_on',
  'brownout',
  'software',
  'panic',
  'watchdog',
  'external',
  'deep_sleep',
  'unknown',
] as const;
export type ResetReason = (typeof resetReasons)[number];

const bootIdSchema = z
  .string()
  .regex(/^[0-9a-f]{8}$/, 'must be 8 lower-case hex digits')
  .meta({ examples: ['00c0ffee'] });
const counterSchema = z.int().min(0).max(0xffff_ffff);
const seqSchema = counterSchema;
/** Milliseconds, at most ten years, which no counter of an honest device reaches. */
const durationMsSchema = z.int().min(0).max(315_576_000_000);
const voltageSchema = z.number().min(0).max(500);
const batteryLevelSchema = z.number().min(0).max(100);
const firmwareVersionSchema = shortText(32)
  .min(1)
  .meta({ examples: ['1.0.0'] });

export const enrolRequestSchema = z.strictObject({
  device_id: deviceIdSchema,
  activation_key: keyCodeTextSchema,
  phone: phoneTextSchema.min(1),
  device_type: deviceTypeSchema,
  firmware_version: firmwareVersionSchema,
});
export type EnrolRequest = z.infer<typeof enrolRequestSchema>;

/** Machines that a device is told of. */
export const mostServers = 4;

/**
 * Addresses of all machines of the installation, each like the one that the device was configured with. Left out by
 * an installation of one machine. All of them fit into the 512 bytes of a command.
 */
const serversSchema = z
  .array(
    z
      .url({ protocol: /^https?$/ })
      .max(110)
      .meta({ examples: ['https://power.example.org'] }),
  )
  .max(mostServers);

export const enrolAnswerSchema = z.object({
  ok: z.literal(true),
  /** `fwd_` and 43 base64url characters. Shown once; only the SHA-256 is stored. */
  device_token: z.string(),
  /** False: the device is watched, but in no account until the owner of the phone number accepts it. */
  joined: z.boolean(),
  heartbeat_interval_seconds: z.int(),
  /** Where MQTT is served. `port` is null when only the WebSocket at `path` serves it. */
  mqtt: z.object({ port: z.int().nullable(), tls: z.boolean(), path: z.string() }),
  server_time: z.iso.datetime(),
  servers: serversSchema.optional(),
});
export type EnrolAnswer = z.infer<typeof enrolAnswerSchema>;

/** Unknown fields are ignored, not refused: firmware may be newer than its server. */
export const heartbeatSchema = z.object({
  boot_id: bootIdSchema,
  seq: seqSchema,
  uptime_ms: durationMsSchema,
  reset_reason: z.enum(resetReasons),
  power: z.enum(knownPowers),
  has_mains_sense: z.boolean(),
  rssi: z
    .int()
    .min(-127)
    .max(20)
    .meta({ examples: [-61] })
    .optional(),
  ssid: shortText(32).optional(),
  voltage: voltageSchema.optional(),
  battery_level: batteryLevelSchema.optional(),
  firmware_version: firmwareVersionSchema.optional(),
  /** The version that the device tried and rolled back, until another update succeeds. */
  update_failed: firmwareVersionSchema.optional(),
  /** The boot before this one, when the device restarted by itself. */
  previous_boot_id: bootIdSchema.optional(),
  /** The reason of the device's restart by itself: `command`, `update`, `no_answer`. */
  restart_cause: shortText(32)
    .meta({ examples: ['no_answer'] })
    .optional(),
  /** Starts of the device so far. */
  starts: counterSchema.optional(),
  /** Losses of Wi-Fi in this boot. */
  reconnects: counterSchema.optional(),
  /** Bytes of internal RAM. */
  free_heap: counterSchema.meta({ examples: [91_000] }).optional(),
  largest_block: counterSchema.meta({ examples: [60_000] }).optional(),
  /** Volts of the mains, where the device measures it. */
  mains_voltage: voltageSchema.meta({ examples: [228.4] }).optional(),
  /** The reason that the device is about to sleep until mains is back: `battery_low`. */
  sleep: shortText(32)
    .meta({ examples: ['battery_low'] })
    .optional(),
  /** Features beyond the first version. The command `tell_features` asks for them. */
  features: z
    .array(shortText(32))
    .max(16)
    .meta({ examples: [['credentials']] })
    .optional(),
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/** A heartbeat without the fields that a device sends once in a boot: nearly all are such. */
export const plainHeartbeatSchema = heartbeatSchema.omit({ features: true });

/** Fields that were ignored, for those who program a device. Left out when there were none. */
const warningsSchema = z.array(z.string().meta({ examples: ['light: is not known'] }));

/** The command that gives a device a new token. Other commands have only a `type`. */
export const credentialsCommandSchema = z.object({
  type: z.literal('credentials'),
  device_token: z.string(),
  /** SHA-256 of `faiwatch-key:` and the new activation key, hex. */
  key_digest: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The command that tells a device over MQTT what `servers` of an answer tells it over HTTP. */
export const serversCommandSchema = z.object({
  type: z.literal('servers'),
  servers: serversSchema,
});

export const heartbeatAnswerSchema = z.object({
  ok: z.literal(true),
  server_time: z.iso.datetime(),
  servers: serversSchema.optional(),
  commands: z.array(z.looseObject({ type: z.string() })),
  warnings: warningsSchema.optional(),
});

export type HeartbeatAnswer = z.infer<typeof heartbeatAnswerSchema>;

/** Unknown fields are ignored, as in a heartbeat. */
export const deviceEventSchema = z.object({
  boot_id: bootIdSchema,
  seq: seqSchema,
  type: z.enum(['POWER_DOWN', 'POWER_RECOVER']),
  /** The age of the event, by the device's own counter: devices need no clock. */
  age_ms: durationMsSchema,
  voltage: voltageSchema.optional(),
  battery_level: batteryLevelSchema.optional(),
  message: shortText(200).optional(),
});
export type DeviceEvent = z.infer<typeof deviceEventSchema>;

/** Unknown fields pass, so that the answer can name them. */
export const eventsRequestSchema = z.looseObject({
  events: z.array(z.looseObject(deviceEventSchema.shape)).min(1).max(100),
});

/** One event, or an array of them, over MQTT. */
export const eventsPayloadSchema = z.union([
  deviceEventSchema.transform((event) => [event]),
  z.array(deviceEventSchema).min(1).max(100),
]);

export const eventsAnswerSchema = z.object({
  ok: z.literal(true),
  accepted: z.array(z.int()),
  warnings: warningsSchema.optional(),
});
