/** The state of the service, and its backups; for operators. */

import { z } from 'zod';
import { channelNames } from '../../domain/states.ts';
import { channelStates, quotaPeriods } from '../../domain/system/channel-standing.ts';
import { mapProblems } from '../../domain/system/map-file.ts';
import { systemProblems } from '../../domain/system/system-problems.ts';
import { changeAnswer, idSchema, oneAnswer, shownDeviceId, timeSchema } from '../fields.ts';
import { refusalSchema } from '../fleet/refusals.ts';
import { type OutputOf, shape } from '../shape.ts';
import { signalSchema } from './channels.ts';
import { clusterSchema } from './cluster.ts';

const bytes = (example: number) => z.int().meta({ examples: [example] });

const messengerSchema = shape(() =>
  z.object({
    is_configured: z.boolean().meta({ examples: [true] }),
    /** Null without one. */
    is_reachable: z
      .boolean()
      .nullable()
      .meta({ examples: [true] }),
    /** `conflict`: another program listens with the same token. Null without a bot. */
    state: z
      .enum(['off', 'polling', 'conflict', 'unreachable', 'refused'])
      .nullable()
      .meta({ examples: ['polling'] }),
    /** The moment since which the bot is in this state. */
    since: timeSchema.nullable(),
    /** The problem, in the messenger's words. */
    detail: z.string().nullable(),
    /** Without @. */
    username: z
      .string()
      .nullable()
      .meta({ examples: ['faiwatch_bot'] }),
    /** When the messenger last took a message. */
    last_sent_at: timeSchema.nullable(),
  }),
);

const channelHealthSchema = shape(() =>
  z.object({
    name: z.enum(channelNames).meta({ examples: ['telegram'] }),
    state: z.enum(channelStates).meta({ examples: ['working'] }),
    since: timeSchema,
    /** The far end's words when something was wrong. */
    detail: z.string().nullable(),
    /** The quota of today, or of this month. Null: there is none, or it is not known. */
    quota: z
      .object({
        used: z.int().meta({ examples: [40] }),
        limit: z.int().meta({ examples: [300] }),
        period: z.enum(quotaPeriods),
      })
      .nullable(),
    /** Of the modem by which it goes, as it was last heard. Left out: it goes by none, or nothing recent is known. */
    signal: signalSchema().optional(),
    last_sent_at: timeSchema.nullable(),
  }),
);

const brokerSchema = shape(() =>
  z.object({
    /** `external`: another broker, whose client this server is. */
    kind: z.enum(['embedded', 'external']),
    is_listening: z.boolean().meta({ examples: [true] }),
    /** The reason that the external broker cannot be reached. */
    detail: z.string().nullable(),
    port: z
      .int()
      .nullable()
      .meta({ examples: [1883] }),
    tls_port: z
      .int()
      .nullable()
      .meta({ examples: [8883] }),
    /** Devices connected over MQTT. Null with an external broker. */
    sessions: z
      .int()
      .nullable()
      .meta({ examples: [12] }),
  }),
);

const databaseSchema = shape(() =>
  z.object({
    size_bytes: bytes(5_242_880),
    /** Size of the write-ahead log. */
    wal_bytes: bytes(1_048_576),
    devices: z.int().meta({ examples: [12] }),
    keys: z.int().meta({ examples: [30] }),
    /** Counted at most ten minutes ago. */
    events: z.int().meta({ examples: [48_211] }),
    /** Bytes that this process wrote in the last hour. Null: not known, or not yet. */
    bytes_written_per_hour: bytes(4_194_304).nullable(),
  }),
);

const backupNamePattern = /^faiwatch-\d{8}T\d{6}Z-[a-z][a-z-]{0,39}\.db(\.zst)?$/;
const backupName = 'faiwatch-20261121T050000Z-manual.db.zst';

const backupSchema = shape(() =>
  z.object({
    name: z.string().meta({ examples: [backupName] }),
    size_bytes: bytes(5_242_880),
    created_at: timeSchema,
    /** The occasion of the backup: `nightly`, `manual`, `before-migration` or `before-restore`. */
    reason: z.string().meta({ examples: ['manual'] }),
  }),
);
export type BackupAnswer = OutputOf<typeof backupSchema>;

/** The reason that work fails which is tried again and again. Null: it succeeded, or was not tried yet. */
const failureSchema = shape(() =>
  z
    .object({
      /** Time of the first of the tries that failed in a row. */
      since: timeSchema,
      tries: z.int().meta({ examples: [3] }),
      next_try_at: timeSchema,
      /** One sentence for the operator. */
      text: z.string().meta({ examples: ['There is not enough free space for a backup.'] }),
    })
    .nullable(),
);

/** A place outside the data directory to which each backup is copied. */
const backupTargetSchema = shape(() =>
  z.object({
    kind: z.enum(['directory', 's3']),
    where: z.string().meta({ examples: ['/mnt/usb/faiwatch'] }),
    last_done_at: timeSchema.nullable(),
    failure: failureSchema(),
  }),
);

/** A time in which this server could not see its devices. */
const gapSchema = shape(() =>
  z.object({
    id: idSchema,
    /** `server_off`: the server was not running. `uplink`: it had no internet. */
    kind: z.enum(['server_off', 'uplink']),
    from: timeSchema,
    /** Null: it still lasts. */
    to: timeSchema.nullable(),
  }),
);
export type ObservationGapAnswer = OutputOf<typeof gapSchema>;

const clockJumpSchema = shape(() =>
  z.object({
    id: idSchema,
    /** By the corrected clock. */
    at: timeSchema,
    /** The jump of the clock. Negative: back. */
    jump_ms: z.int().meta({ examples: [3_600_000] }),
  }),
);

/** The certificate of the setting `domain`. */
const certificateSchema = shape(() =>
  z.object({
    domain: z.string().meta({ examples: ['power.example'] }),
    /** When the certificate expires. Null: there is none yet. */
    until: timeSchema.nullable(),
    failure: failureSchema(),
  }),
);

/** People and devices that connected unencrypted from outside private networks within the last 7 days. */
export const plainOutsideSchema = shape(() =>
  z.object({
    boards: z.int().meta({ examples: [0] }),
    people: z.int().meta({ examples: [0] }),
  }),
);

const systemSchema = shape(() =>
  z.object({
    version: z.string().meta({ examples: ['1.0.0'] }),
    server_time: timeSchema,
    started_at: timeSchema,
    uptime_seconds: z.int().meta({ examples: [86_400] }),
    /** Problems to look after, the gravest first. Empty: all is well. */
    problems: z.array(z.enum([...systemProblems])).meta({ examples: [['backup_old']] }),
    messenger: messengerSchema(),
    /** The channels that are set up. */
    channels: z.array(channelHealthSchema()),
    broker: brokerSchema(),
    /** Null: no domain is set. */
    certificate: certificateSchema().nullable(),
    plain_outside: plainOutsideSchema(),
    /** Null: the service is one machine. */
    cluster: clusterSchema().nullable(),
    /** Names of API tokens from before there were scopes, of which no owner has said what scopes they have. */
    tokens_without_scopes: z.array(z.string()).meta({ examples: [[]] }),
    /** Boards that are refused until somebody enters their present key. */
    credentials_due: z.object({
      boards: z.int().meta({ examples: [0] }),
      /** The five that have waited longest. */
      device_ids: z.array(z.string()).meta({ examples: [['fw-a1b2c3d4e5f6']] }),
    }),
    /** Messages to this server that were refused in the last day, the newest first. */
    refusals: z.object({
      /** At most 20. */
      boards: z.array(refusalSchema().extend({ device_id: shownDeviceId })),
      /** Messages that name no device of this server; at most 20. */
      strangers: z.array(refusalSchema()),
    }),
    database: databaseSchema(),
    /** Messages that are due. */
    outbox: z.object({
      waiting: z.int().meta({ examples: [0] }),
      /** Time since the oldest message was due. */
      oldest_seconds: z
        .int()
        .nullable()
        .meta({ examples: [3] }),
      /** Messages given up in the last 24 hours. */
      failed_last_day: z.int().meta({ examples: [0] }),
    }),
    /** How many follow areas of the public page, on each channel. Null: nobody can. */
    status_subscriptions: z
      .array(
        z.object({
          channel: z.enum(channelNames).meta({ examples: ['email'] }),
          count: z.int().meta({ examples: [12] }),
        }),
      )
      .nullable(),
    last_backup_at: timeSchema.nullable(),
    /** Newest first, at most 50. */
    backups: z.array(backupSchema()),
    /** The nightly backup. */
    backup_schedule: z.object({
      /** Null: nightly backups are off. */
      next_at: timeSchema.nullable(),
      last_done_at: timeSchema.nullable(),
      failure: failureSchema(),
    }),
    backup_targets: z.array(backupTargetSchema()),
    observation: z.object({
      /** Whether the server cannot see its devices now. */
      is_blind: z.boolean().meta({ examples: [false] }),
      /** The newest 50, newest first. */
      gaps: z.array(gapSchema()),
    }),
    /** The newest 20, newest first. */
    clock_jumps: z.array(clockJumpSchema()),
    /** The map of streets in the data directory. Null: there is none. */
    map: z
      .object({
        size_bytes: bytes(180_000_000),
        /**
         * Why it cannot be shown: `unreadable`, `foreign` (no PMTiles file of version 3), `cut_short`, or
         * `tiles` that browsers do not read. Null: it can.
         */
        problem: z.enum(mapProblems).nullable(),
      })
      .nullable(),
    /** The disk with the database. Null: the system does not tell. */
    disk: z
      .object({ free_bytes: bytes(12_000_000_000), total_bytes: bytes(31_000_000_000) })
      .nullable(),
  }),
);
export type SystemAnswer = OutputOf<typeof systemSchema>;

export const systemAnswerSchema = shape(() => oneAnswer(systemSchema()));
export const makeBackupAnswerSchema = shape(() => changeAnswer(backupSchema()));
export const backupParams = shape(() =>
  z.strictObject({
    name: z
      .string()
      .max(100)
      .regex(backupNamePattern, 'must be the name of a backup')
      .meta({ examples: [backupName] }),
  }),
);
