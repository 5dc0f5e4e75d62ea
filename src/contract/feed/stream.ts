/**
 * The live stream: server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 * Each message has a name (`event:`) and one JSON object (`data:`); `streamMessages` has all of them.
 */

import { z } from 'zod';
import { areaCauses, areaStatuses } from '../../domain/fleet/area-loss.ts';
import {
  causes,
  knownPowers,
  links,
  notificationKinds,
  notificationStatuses,
  timelineEventTypes,
} from '../../domain/states.ts';
import { portalEventTypes } from '../devices/portal.ts';
import { idSchema, shownDeviceId, shownSiteName, timeSchema } from '../fields.ts';
import { type OutputOf, shape } from '../shape.ts';

/** A listener's place in the timeline and the audit log: `<row of events>.<row of audit_log>`. */
export const streamPositionPattern = /^(\d{1,15})\.(\d{1,15})$/;

/** The first message of every connection. */
const helloMessageSchema = shape(() =>
  z.object({
    server_time: timeSchema,
    /** Milliseconds to wait before connecting again. */
    retry_ms: z.int().meta({ examples: [2000] }),
    /** True: the messages since `Last-Event-ID` follow, or a `reset`. */
    is_resumed: z.boolean(),
  }),
);
export type HelloMessage = OutputOf<typeof helloMessageSchema>;

const eventShape = shape(() => ({
  id: idSchema,
  /** Null: the entry is about no device. */
  device_id: shownDeviceId.nullable(),
  site_name: shownSiteName.nullable(),
  occurred_at: timeSchema,
  outage_id: idSchema.nullable(),
}));

/** A new entry of the timeline other than hourly heartbeats, in the words of the customer's dashboard. */
const customerEventMessageSchema = shape(() =>
  z.object({
    ...eventShape(),
    event_type: z.enum(portalEventTypes),
  }),
);
export type CustomerEventMessage = OutputOf<typeof customerEventMessageSchema>;

const adminEventMessageSchema = shape(() =>
  z.object({
    ...eventShape(),
    event_type: z.enum(timelineEventTypes),
    /** The owner of the device at that time. */
    customer_id: idSchema.nullable(),
  }),
);
export type AdminEventMessage = OutputOf<typeof adminEventMessageSchema>;

/** The state of a device. At most one a second for each device. */
const deviceMessageSchema = shape(() =>
  z.object({
    device_id: shownDeviceId,
    site_name: shownSiteName,
    status: z.enum(links),
    /** The power of now, as far as it is known. Null: it is not, as while the device is not heard. */
    power_status: z.enum(knownPowers).nullable(),
    last_heartbeat: timeSchema.nullable(),
    /** The open outage. Null: none. */
    outage: z
      .object({
        id: idSchema,
        cause: z.enum(causes),
        down_at: timeSchema,
        /** Power is back, but not yet steady. */
        recover_at: timeSchema.nullable(),
        acknowledged_at: timeSchema.nullable(),
      })
      .nullable(),
  }),
);
export type DeviceMessage = OutputOf<typeof deviceMessageSchema>;

/** When devices were last heard, for those heard since the last such message. */
const heardMessageSchema = shape(() =>
  z.object({
    devices: z
      .array(z.object({ device_id: shownDeviceId, last_heartbeat: timeSchema }))
      .min(1)
      .max(500),
  }),
);
export type HeardMessage = OutputOf<typeof heardMessageSchema>;

/** To operators: how many devices there are of each status, when that has changed. */
const countsMessageSchema = shape(() =>
  z.object({
    online: z.int().meta({ examples: [11] }),
    offline: z.int().meta({ examples: [1] }),
    unknown: z.int().meta({ examples: [0] }),
  }),
);
export type CountsMessage = OutputOf<typeof countsMessageSchema>;

/** To operators: a new entry of the audit log. */
const adminChangeMessageSchema = shape(() =>
  z.object({
    /** A verb and its object. */
    action: z.string().meta({ examples: ['key.transfer'] }),
    subject: z.string().meta({ examples: ['7Q4KD-9M2XP-C3R8T-VWYZ6'] }),
    actor: z.string().meta({ examples: ['admin:admin'] }),
    at: timeSchema,
  }),
);
export type AdminChangeMessage = OutputOf<typeof adminChangeMessageSchema>;

const changedParts = ['keys', 'devices', 'settings', 'messenger'] as const;
export type ChangedPart = (typeof changedParts)[number];

/** To a customer: which of their data was changed and is to be read again. */
const customerChangeMessageSchema = shape(() => z.object({ what: z.enum(changedParts) }));
export type CustomerChangeMessage = OutputOf<typeof customerChangeMessageSchema>;

/** A message was delivered, or failed. */
const notificationMessageSchema = shape(() =>
  z.object({
    /** Null: the message is about no outage. */
    outage_id: idSchema.nullable(),
    kind: z.enum(notificationKinds),
    status: z.enum(notificationStatuses),
  }),
);
export type NotificationMessage = OutputOf<typeof notificationMessageSchema>;

const count = (example: number) => z.int().meta({ examples: [example] });

/** An outage that many sites share. */
export const areaOutageShape = shape(() => ({
  id: idSchema,
  /** The tags and areas in which sites were lost. Empty: only points are known. */
  cells: z.array(z.string()).meta({ examples: [['F12/T3', 'F12/T4']] }),
  /** The middle of the sites whose points are known. Null: none is. */
  location: z
    .object({
      latitude: z.number().meta({ examples: [18.788] }),
      longitude: z.number().meta({ examples: [98.985] }),
    })
    .nullable(),
  /** It began between these two. */
  began_at: z.object({ from: timeSchema, to: timeSchema }),
  /** When it was found. */
  declared_at: timeSchema,
  /** `confirmed`: boards that measure the mains, or that have returned, prove the cause. */
  status: z.enum(areaStatuses),
  /** `network`: the sites share a provider of internet, or their boards had kept power. */
  cause: z.enum(areaCauses),
  /** Sites that were lost. */
  lost: count(12),
  /** Sites that were lost and are back. */
  back: count(0),
  /** Sites of the same cells that were not lost. */
  healthy: count(2),
  /** When half of the lost sites were back. Null: it goes on. */
  ended_at: timeSchema.nullable(),
}));

/** To operators: an area outage began, has changed, or is over. */
const areaOutageMessageSchema = shape(() => z.object(areaOutageShape()));
export type AreaOutageMessage = OutputOf<typeof areaOutageMessageSchema>;

/** To operators: an area outage turned out to be part of another, or none. */
const areaOutageRemovedMessageSchema = shape(() => z.object({ id: idSchema }));
export type AreaOutageRemovedMessage = OutputOf<typeof areaOutageRemovedMessageSchema>;

/** Too many messages were missed to be repeated: the page reads again what it shows. */
const resetMessageSchema = shape(() => z.object({}));

export const streamMessages = shape(
  () =>
    ({
      admin: {
        hello: helloMessageSchema(),
        event: adminEventMessageSchema(),
        device: deviceMessageSchema(),
        change: adminChangeMessageSchema(),
        notification: notificationMessageSchema(),
        counts: countsMessageSchema(),
        'area-outage': areaOutageMessageSchema(),
        'area-outage-removed': areaOutageRemovedMessageSchema(),
        reset: resetMessageSchema(),
      },
      customer: {
        hello: helloMessageSchema(),
        event: customerEventMessageSchema(),
        device: deviceMessageSchema(),
        change: customerChangeMessageSchema(),
        notification: notificationMessageSchema(),
        heard: heardMessageSchema(),
        reset: resetMessageSchema(),
      },
    }) as const,
);
