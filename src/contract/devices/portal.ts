/** Calls of the customer's dashboard. */

import { z } from 'zod';
import {
  type AlertSettings,
  alertSettingList,
  type alertSettings,
} from '../../domain/alerts/alert-settings.ts';
import { alertStandings } from '../../domain/alerts/alert-standing.ts';
import { deviceTypes } from '../../domain/devices/device-type.ts';
import type { AtDoor } from '../../domain/fields.ts';
import { texts } from '../../domain/findings.ts';
import { areaCauses, areaStatuses } from '../../domain/fleet/area-loss.ts';
import { detectionModes } from '../../domain/fleet/detection.ts';
import { heldKeyStatuses } from '../../domain/keys/held-key.ts';
import {
  channelNames,
  knownPowers,
  languages,
  links,
  portalEventType,
  timelineEventTypes,
} from '../../domain/states.ts';
import {
  changeAnswer,
  idSchema,
  idTextSchema,
  listAnswer,
  listQueryShape,
  okShape,
  shortText,
  shownDeviceId,
  shownSiteName,
  timeSchema,
} from '../fields.ts';
import { deviceIdSchema } from '../fleet/device.ts';
import { type InputOf, type OutputOf, shape } from '../shape.ts';
import { openOutageSchema } from './devices.ts';
import { editPlaceShape, placeShape } from './place.ts';

const flagSchema = shape(() => z.literal([0, 1]).meta({ examples: [1] }));
const languageSchema = shape(() => z.enum(languages));
const shownKeyCode = shape(() => z.string().meta({ examples: ['7Q4KD-9M2XP-C3R8T-VWYZ6'] }));

const portalKeySchema = shape(() =>
  z.object({
    /** The code itself. */
    id: shownKeyCode(),
    key_code: shownKeyCode(),
    is_active: flagSchema(),
    status: z.enum(heldKeyStatuses),
    /** Null: the key has not started counting. */
    expires_at: timeSchema.nullable(),
    activated_at: timeSchema.nullable(),
    /** Null: the key serves no device. */
    device_name: shownSiteName.nullable(),
    device_id: shownDeviceId.nullable(),
  }),
);
export type PortalKey = OutputOf<typeof portalKeySchema>;

type ShownSettings = AtDoor<typeof alertSettings, 'column', AlertSettings>;

/** The alert settings, flags as 0 and 1. */
const settingsShape = () =>
  Object.fromEntries(
    alertSettingList.map(({ column, atFirst }) => [
      column,
      typeof atFirst === 'boolean' ? flagSchema() : z.int().meta({ examples: [atFirst] }),
    ]),
  ) as {
    [Name in keyof ShownSettings]: ShownSettings[Name] extends boolean
      ? ReturnType<typeof flagSchema>
      : z.ZodInt;
  };

const portalDeviceSchema = shape(() =>
  z.object({
    device_id: shownDeviceId,
    site_name: shownSiteName,
    site_address: z
      .string()
      .nullable()
      .meta({ examples: ['12 Soi 3'] }),
    ...placeShape(),
    device_type: z.enum(deviceTypes),
    /** `unknown`: the device was not heard since it was enrolled. */
    status: z.enum(links),
    /** The power of now, as far as it is known. Null: it is not, as while the device is not heard. */
    power_status: z.enum(knownPowers).nullable(),
    last_heartbeat: timeSchema.nullable(),
    /** Since when power has been as `power_status` says. Null: not known. */
    power_since: timeSchema.nullable(),
    ...settingsShape(),
    /** Null: not muted. */
    muted_until: timeSchema.nullable(),
    /** Whether an outage would be told: `on`, or the first reason why not. */
    alerts: z.enum(alertStandings),
    /** The way in which an outage is noticed: the device reports it, or falls silent. */
    detects: z.enum(detectionModes),
    /** Seconds within which silence is noticed. */
    detects_within_seconds: z.number().meta({ examples: [30] }),
    /** dBm. */
    rssi: z
      .number()
      .nullable()
      .meta({ examples: [-61] }),
    ssid: z
      .string()
      .nullable()
      .meta({ examples: ['shop-wifi'] }),
    /** Per cent. */
    battery_level: z
      .number()
      .nullable()
      .meta({ examples: [98] }),
    /** The reason that the device sleeps until mains is back: `battery_low`. */
    sleep: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    firmware_version: z
      .string()
      .nullable()
      .meta({ examples: ['1.0.0'] }),
    key_code: shownKeyCode().nullable(),
    key_status: z.enum(heldKeyStatuses).nullable(),
    key_expires_at: timeSchema.nullable(),
    /** When the next message about the outage goes, as things stand. Null: none will go. */
    next_message: z.object({ at: timeSchema, chats: z.int().meta({ examples: [2] }) }).nullable(),
    /** The outage that goes on, or whose end is not confirmed yet. Null: none. */
    outage: openOutageSchema().nullable(),
    /** The area outage that a lost site is part of, once it has taken 5 sites of 3 other owners. Null: none is known. */
    nearby: z
      .object({
        /** Sites of others that were lost at the same moment. */
        sites: z.int().meta({ examples: [12] }),
        cause: z.enum(areaCauses),
        status: z.enum(areaStatuses),
        /** Some of them are back. */
        is_returning: z.boolean(),
      })
      .nullable(),
  }),
);
export type PortalDevice = OutputOf<typeof portalDeviceSchema>;

export const portalEventTypes = timelineEventTypes.map(portalEventType);

const portalEventSchema = shape(() =>
  z.object({
    id: idSchema,
    /** When it happened. */
    created_at: timeSchema,
    device_id: shownDeviceId,
    device_name: shownSiteName,
    event_type: z.enum(portalEventTypes),
    /** JSON text whose fields depend on the type: count, rssi, ssid, customer_name … */
    details: z.string().meta({ examples: ['{"count":360,"rssi":-61,"ssid":"shop-wifi"}'] }),
  }),
);
export type PortalEvent = OutputOf<typeof portalEventSchema>;

export const portalRecipientSchema = shape(() =>
  z.object({
    id: idSchema,
    channel: z.enum(channelNames),
    /** The chat's name at the messenger: a group's title, a person's name. Null: not known yet. */
    name: z
      .string()
      .nullable()
      .meta({ examples: ['Family'] }),
    /** The chat's id, masked but for the last digits. */
    label: z.string().meta({ examples: ['••••6789'] }),
    language: languageSchema(),
    /** Posts there are signed with a secret. */
    is_signed: flagSchema(),
    /** It gets the report of each month. */
    wants_digest: z.boolean(),
    /** A pinned message there says how things are. Null: nothing can be pinned there. */
    is_pinned: z.boolean().nullable(),
    /** It gets links to log in with, for `/login`. Null: nobody logs in from there. */
    may_log_in: z.boolean().nullable(),
    /** It has proven that the account is its own, so whoever logs in from it may do what the owner may. */
    is_owner: z.boolean(),
    /** It may mute sites. Null: nobody mutes from there. */
    may_mute: z.boolean().nullable(),
    is_unreachable: flagSchema(),
    /** The far end's words, or `channelOff`. */
    unreachable_reason: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    created_at: timeSchema,
  }),
);

export const editRecipientSchema = shape(() =>
  z.strictObject({
    /** Whether it gets the report of each month. */
    digest: z
      .boolean()
      .optional()
      .meta({ examples: [true] }),
    /** Whether a pinned message there says how things are. */
    pinned: z
      .boolean()
      .optional()
      .meta({ examples: [true] }),
    /** Whether it gets links to log in with; private chats only. Every chat of the account is told. */
    may_log_in: z
      .boolean()
      .optional()
      .meta({ examples: [true] }),
    /** Whether it may mute the sites that it is told of. */
    may_mute: z
      .boolean()
      .optional()
      .meta({ examples: [true] }),
  }),
);
export type EditRecipientBody = InputOf<typeof editRecipientSchema>;

export const logInChatsSchema = shape(() =>
  z.strictObject({
    recipient_ids: z.array(idSchema).max(100),
  }),
);

export const recipientAnswerSchema = shape(() => changeAnswer(portalRecipientSchema()));

const portalUserSchema = shape(() =>
  z.object({
    name: z.string().meta({ examples: ['Corner shop'] }),
    /** E.164. */
    phone: z.string().meta({ examples: ['+66812345678'] }),
    language: languageSchema(),
    /** False: a chat opened the session that may log in, and has not proven that the account is its own. */
    is_owner: z.boolean(),
    /** An update took the right to log in from some chats, and the owner has not said yet which have it. */
    is_asked_who_logs_in: z.boolean(),
    /** When the customer asked to be deleted. Null: they did not. */
    deletion_requested_at: timeSchema.nullable(),
  }),
);
export type PortalUser = OutputOf<typeof portalUserSchema>;

const countSchema = shape(() => z.int().meta({ examples: [2] }));

export const portalStatsAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    stats: z.object({
      totalKeys: countSchema(),
      /** Keys that serve a device. */
      usedKeys: countSchema(),
      /** Keys that are `available`. */
      activeKeys: countSchema(),
      expiredKeys: countSchema(),
    }),
    keys: z.array(portalKeySchema()),
    devices: z.array(portalDeviceSchema()),
    /** The newest 50, with only the last of a device's hourly heartbeats. */
    recentEvents: z.array(portalEventSchema()),
    messenger: z.object({
      /** Chats that are told. */
      connected: countSchema(),
      /** Chats that cannot be reached any more. */
      unreachable: countSchema(),
      recipients: z.array(portalRecipientSchema()),
    }),
    user: portalUserSchema(),
    server_time: timeSchema,
  }),
);

const portalEventFilters = [
  'all',
  'power',
  'contact',
  'acknowledgement',
  'settings',
  'heartbeat',
] as const;
export type PortalEventFilter = (typeof portalEventFilters)[number];

export const portalEventsQuerySchema = shape(() =>
  z.strictObject({
    ...listQueryShape,
    filter: z.enum(portalEventFilters).default('all'),
    device_id: deviceIdSchema.optional().meta({ examples: ['fw-a1b2c3d4e5f6'] }),
  }),
);
export const portalEventsAnswerSchema = shape(() => listAnswer(portalEventSchema()));

export const portalRowParamsSchema = shape(() => z.strictObject({ id: idTextSchema }));

const nameText = (missing: string) =>
  shortText(100, missing)
    .trim()
    .min(1, missing)
    .meta({ examples: ['Corner shop'] });

/** The name of the site, its place, or both. Fields that are left out stay. */
export const editOwnDeviceSchema = shape(() =>
  z
    .strictObject({
      siteName: nameText(texts.enterDeviceName).optional(),
      ...editPlaceShape(),
      on_status_page: z.boolean().optional(),
    })
    .refine((fields) => Object.keys(fields).length > 0, 'must hold at least one field'),
);
export const editOwnDeviceAnswerSchema = shape(() => changeAnswer(portalDeviceSchema()));

/** The name, the language, or both. */
export const saveProfileSchema = shape(() =>
  z
    .strictObject({ name: nameText(texts.enterName), language: languageSchema() })
    .partial()
    .refine((profile) => Object.keys(profile).length > 0, 'must hold a name or a language'),
);
export const saveProfileAnswerSchema = shape(() => changeAnswer(portalUserSchema()));

export const acknowledgeAnswerSchema = shape(() =>
  changeAnswer(
    z.object({
      outage_id: idSchema,
      site_name: shownSiteName,
      /** Power or contact was back already. */
      is_back: z.boolean(),
      /** Somebody else acknowledged the outage earlier: their name stays. */
      was_earlier: z.boolean(),
      acknowledged_by: z.string().meta({ examples: ['Corner shop'] }),
      acknowledged_at: timeSchema,
    }),
  ),
);

export const outagesToAnswerSchema = shape(() =>
  z.strictObject({
    outage_ids: z
      .array(z.int().positive())
      .min(1)
      .max(1000)
      .meta({ examples: [[1, 2]] }),
  }),
);
export const acknowledgeManyAnswerSchema = shape(() =>
  changeAnswer(
    z.object({
      /** Outages that are the caller's. Earlier acknowledgements stay. */
      acknowledged: z.int().meta({ examples: [2] }),
      /** Those that nobody had acknowledged before. */
      outage_ids: z.array(idSchema).meta({ examples: [[1, 2]] }),
    }),
  ),
);

export const remindAgainAnswerSchema = shape(() =>
  changeAnswer(
    z.object({
      /** Those that people are reminded of again. */
      outage_ids: z.array(idSchema).meta({ examples: [[1, 2]] }),
    }),
  ),
);

export const testAlertAnswerSchema = shape(() =>
  changeAnswer(
    z.object({
      /** Chats that the test goes to. */
      chats: z.int().meta({ examples: [2] }),
    }),
  ),
);

export const messengerLinkAnswerSchema = shape(() =>
  z.object({
    ...okShape,
    /** Opens a chat with the bot and connects it. Works once. */
    link: z.url().meta({ examples: ['https://t.me/fai_bot?start=link_9fK2mQ7x'] }),
    /** Adds the bot to a group and connects it. Works once. */
    group_link: z.url().meta({ examples: ['https://t.me/fai_bot?startgroup=link_9fK2mQ7x'] }),
    expires_at: timeSchema,
  }),
);
