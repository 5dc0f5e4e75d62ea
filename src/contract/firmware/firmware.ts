/** Firmware: the manifest of a release, what boards and browsers are told, and what the console sets. */

import { z } from 'zod';
import { boards, deviceTypes } from '../../domain/devices/device-type.ts';
import { partNames } from '../../domain/firmware/firmware-layout.ts';
import { firmwareStandings } from '../../domain/firmware/firmware-rollout.ts';
import { links } from '../../domain/states.ts';
import {
  changeAnswer,
  listAnswer,
  listQueryShape,
  okShape,
  oneAnswer,
  shortText,
  shownDeviceId,
  shownSiteName,
  timeSchema,
} from '../fields.ts';
import { boardSchema } from '../fleet/device.ts';
import { type OutputOf, shape } from '../shape.ts';

/** `major.minor.patch`, perhaps with `-` and a word. Boards compare versions. */
export const versionSchema = shape(() =>
  z
    .string()
    .max(31, 'must be at most 31 characters')
    .regex(/^\d{1,10}\.\d{1,10}\.\d{1,10}(?:-[0-9A-Za-z.-]+)?$/, 'must be a version such as 1.2.0')
    .meta({ examples: ['1.1.0'] }),
);

const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')
  .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] });

const maxPartBytes = 16 * 1024 * 1024;

/**
 * The manifest of a release (docs/decisions/020-firmware-images.md). Unknown fields are ignored: they
 * belong to later releases. A field that changes the meaning of others raises `format`.
 */
export const releaseManifestSchema = shape(() =>
  z.object({
    format: z.literal(1, 'must be 1; a later release of the server may know more'),
    board: boardSchema,
    version: versionSchema(),
    /** Base64 of DER. */
    signature: z
      .string('is missing: only signed releases are taken')
      .regex(/^[A-Za-z0-9+/]{1,120}={0,2}$/, 'must be base64'),
    parts: z
      .array(
        z.object({
          name: z.enum(partNames),
          /** The name of a file beside the manifest. */
          path: z
            .string()
            .max(200)
            .regex(
              /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
              'must be the name of a file beside the manifest',
            ),
          offset: z.int().min(0).max(maxPartBytes),
          size: z.int().min(1).max(maxPartBytes),
          sha256: sha256Schema,
        }),
      )
      .length(partNames.length, `must be ${partNames.join(', ')}`),
  }),
);
export type ReleaseManifest = OutputOf<typeof releaseManifestSchema>;

const answeredBoard = shape(() => z.enum(boards).meta({ examples: ['s2-mini'] }));

/** The query with which a board looks for newer firmware. */
export const firmwareCheckQuerySchema = shape(() =>
  z.strictObject({
    board: boardSchema,
    /** The version that the board runs. */
    version: versionSchema().meta({ examples: ['1.0.0'] }),
  }),
);

/** The firmware that a board is to fetch. firmware/core/manifest.h reads it. */
export const firmwareOfferSchema = shape(() =>
  z.object({
    ...okShape,
    version: versionSchema(),
    /** Bytes. */
    size: z.int().meta({ examples: [1_043_200] }),
    sha256: sha256Schema,
    /** Base64 of the DER of an ECDSA P-256 signature over board, version, size and sha256. */
    signature: z.string().meta({ examples: ['MEUCIQDx…'] }),
    /** Path at the server's own address. */
    url: z.string().meta({ examples: ['/api/device/v1/firmware/1.1.0/image?board=s2-mini'] }),
  }),
);

export const firmwareVersionParams = shape(() => z.strictObject({ version: versionSchema() }));
export const firmwareBoardQuerySchema = shape(() => z.strictObject({ board: boardSchema }));

/** ESP Web Tools' manifest (esphome.github.io/esp-web-tools), with sizes and digests added. */
export const flashManifestSchema = shape(() =>
  z.object({
    name: z.string().meta({ examples: ['FaiWatch s2-mini'] }),
    version: versionSchema(),
    builds: z.array(
      z.object({
        chipFamily: z.enum(['ESP32', 'ESP32-S2', 'ESP32-C3']),
        parts: z.array(
          z.object({
            path: z.string().meta({ examples: ['/api/public/firmware/s2-mini/1.1.0/app.bin'] }),
            /** Bytes from the start of the flash memory. */
            offset: z.int().meta({ examples: [131_072] }),
            size: z.int().meta({ examples: [1_043_200] }),
            md5: z.string().meta({ examples: ['d41d8cd98f00b204e9800998ecf8427e'] }),
            sha256: sha256Schema,
          }),
        ),
      }),
    ),
  }),
);
export type FlashManifest = OutputOf<typeof flashManifestSchema>;

export const flashPartParams = shape(() =>
  z.strictObject({
    board: boardSchema,
    version: versionSchema(),
    file: z.enum(partNames.map((name) => `${name}.bin` as const)).meta({ examples: ['app.bin'] }),
  }),
);

/** An image as operators see it. */
const firmwareImageSchema = shape(() =>
  z.object({
    board: answeredBoard(),
    version: versionSchema(),
    /** Of the app, in bytes. */
    size: z.int().meta({ examples: [1_043_200] }),
    sha256: sha256Schema,
    added_at: timeSchema,
    /** Percentage of the boards of this type to which the image is offered. */
    percent: z.int().meta({ examples: [10] }),
    /** Devices to which the image is offered in addition. */
    device_ids: z.array(shownDeviceId),
    is_paused: z.boolean(),
    /** Whether boards flashed in the browser get it. */
    is_for_flashing: z.boolean(),
    /** The files are not in the data directory. The image is offered to nobody until it is added again. */
    is_missing: z.boolean(),
    /** Devices that have reported this version. */
    installed_count: z.int().meta({ examples: [4] }),
    /** Devices that tried the image and rolled back. */
    failed_count: z.int().meta({ examples: [0] }),
  }),
);
export type FirmwareImageAnswer = OutputOf<typeof firmwareImageSchema>;

export const firmwareQuerySchema = shape(() =>
  z.strictObject({
    ...listQueryShape,
    filter: z.enum(['all', ...boards]).default('all'),
  }),
);

/** With the versions that devices run, of which some may never have been added here. */
export const firmwareAnswerSchema = shape(() =>
  listAnswer(firmwareImageSchema()).extend({
    versions: z.array(
      z.object({
        board: z.enum(deviceTypes).meta({ examples: ['s2-mini'] }),
        /** Null: never reported. */
        version: z
          .string()
          .nullable()
          .meta({ examples: ['1.0.0'] }),
        devices: z.int().meta({ examples: [12] }),
      }),
    ),
  }),
);

export const firmwareImageParams = shape(() =>
  z.strictObject({
    board: boardSchema,
    version: versionSchema(),
  }),
);
export const firmwareImageAnswerSchema = shape(() => oneAnswer(firmwareImageSchema()));

/** At least one of the three settings. */
export const rolloutSchema = shape(() =>
  z
    .strictObject({
      percent: z
        .int('must be a whole number from 0 to 100')
        .min(0, 'must be at least 0')
        .max(100, 'must be at most 100')
        .meta({ examples: [10] }),
      /** Replaces the devices named before. */
      device_ids: z
        .array(shortText(64).meta({ examples: ['fw-a1b2c3d4e5f6'] }))
        .max(500, 'must be at most 500 devices'),
      is_paused: z.boolean(),
    })
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, 'must hold at least one field'),
);
export const rolloutAnswerSchema = shape(() => changeAnswer(firmwareImageSchema()));

export const firmwareDevicesQuerySchema = shape(() =>
  z.strictObject({
    ...listQueryShape,
    /**
     * `waiting`: the device is offered the image, or will be when the roll-out goes on. `newer`: the device
     * runs a later version. `outside`: the roll-out does not include the device.
     */
    filter: z.enum(['all', ...firmwareStandings]).default('all'),
  }),
);

const firmwareDeviceSchema = shape(() =>
  z.object({
    device_id: shownDeviceId,
    site_name: shownSiteName,
    /** The version that the device runs. Null: never reported. */
    firmware_version: z
      .string()
      .nullable()
      .meta({ examples: ['1.0.0'] }),
    status: z.enum(links),
    standing: z.enum(firmwareStandings),
    /** When the device reported that it had rolled the image back. Null: it has not. */
    failed_at: timeSchema.nullable(),
  }),
);

const countSchema = shape(() => z.int().meta({ examples: [3] }));

/** With the number of devices behind each filter, counted with the search. */
export const firmwareDevicesAnswerSchema = shape(() =>
  listAnswer(firmwareDeviceSchema()).extend({
    counts: z.object({
      all: countSchema(),
      installed: countSchema(),
      waiting: countSchema(),
      failed: countSchema(),
      newer: countSchema(),
      outside: countSchema(),
    }),
  }),
);
