/**
 * The live stream: server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 * Each message has a name (`event:`) and one JSON object (`data:`); `streamMessages` has all of them.
 */

import { z } from 'zod';
import {
  causes,
  knownPowers,
  links,
  notificationStatuses,
  timelineEventTypes,
} from '../../domain/states.ts';
import { portalEventTypes } from '../devices/portal.ts';
import { idSchema, timeSchema } from '../fields.ts';

const shownDeviceId = z.string().meta({ examples: ['fw-a1b2c3d4e5f6'] });
const shownSiteName = z.string().meta({ examples: ['Corner shop'] });

/** Where in the timeline and the audit log a listener stands: `<row of events>.<row of audit_log>`. */
export const streamPositionPattern = /^(\d{1,15})\.(\d{1,15})$/;

/** The first of every connection. */
export const helloMessageSchema = z.object({
  server_time: timeSchema,
  /** How long to wait before connecting again, in milliseconds. */
  retry_ms: z.int().meta({ examples: [2000] }),
  /** True: what was missed since `Last-Event-ID` follows, or a `reset`. */
  is_resumed: z.boolean(),
});
export type HelloMessage = z.infer<typeof helloMessageSchema>;

const eventShape = {
  id: idSchema,
  /** Null: it concerns no device. */
  device_id: shownDeviceId.nullable(),
  site_name: shownSiteName.nullable(),
  occurred_at: timeSchema,
  outage_id: idSchema.nullable(),
};

/** A new entry of the timeline, hourly heartbeats left out; to a customer in the portal's words. */
export const customerEventMessageSchema = z.object({
  ...eventShape,
  event_type: z.enum(portalEventTypes),
});
export type CustomerEventMessage = z.infer<typeof customerEventMessageSchema>;

export const adminEventMessageSchema = z.object({
  ...eventShape,
  event_type: z.enum(timelineEventTypes),
  /** Whose device it was. */
  customer_id: idSchema.nullable(),
});
export type AdminEventMessage = z.infer<typeof adminEventMessageSchema>;

/** How a device stands now; at most one of each device and second. */
export const deviceMessageSchema = z.object({
  device_id: shownDeviceId,
  site_name: shownSiteName,
  status: z.enum(links),
  /** What is known now; null: not known, as while nothing is heard. */
  power_status: z.enum(knownPowers).nullable(),
  last_heartbeat: timeSchema.nullable(),
  /** The one that is open; null: none. */
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
});
export type DeviceMessage = z.infer<typeof deviceMessageSchema>;

/** When devices were last heard; those that were since the last such message. */
export const heardMessageSchema = z.object({
  devices: z
    .array(z.object({ device_id: shownDeviceId, last_heartbeat: timeSchema }))
    .min(1)
    .max(500),
});
export type HeardMessage = z.infer<typeof heardMessageSchema>;

/** To administrators: how many devices there are of each status, when that has changed. */
export const countsMessageSchema = z.object({
  online: z.int().meta({ examples: [11] }),
  offline: z.int().meta({ examples: [1] }),
  unknown: z.int().meta({ examples: [0] }),
});
export type CountsMessage = z.infer<typeof countsMessageSchema>;

/** To administrators: a new entry of the audit log. */
export const adminChangeMessageSchema = z.object({
  /** A verb and its object. */
  action: z.string().meta({ examples: ['key.transfer'] }),
  subject: z.string().meta({ examples: ['7Q4KD-9M2XP-C3R8T-VWYZ6'] }),
  actor: z.string().meta({ examples: ['admin:admin'] }),
  at: timeSchema,
});
export type AdminChangeMessage = z.infer<typeof adminChangeMessageSchema>;

export const changedParts = ['keys', 'devices', 'settings', 'messenger'] as const;
export type ChangedPart = (typeof changedParts)[number];

/** To a customer: something of theirs was changed, and is to be read again. */
export const customerChangeMessageSchema = z.object({ what: z.enum(changedParts) });
export type CustomerChangeMessage = z.infer<typeof customerChangeMessageSchema>;

/** A delivery went well or wrong. */
export const notificationMessageSchema = z.object({
  /** Null: it speaks of no outage. */
  outage_id: idSchema.nullable(),
  kind: z.enum(['alert', 'reminder', 'recovery', 'test', 'key-expiry', 'account']),
  status: z.enum(notificationStatuses),
});
export type NotificationMessage = z.infer<typeof notificationMessageSchema>;

/** Too much was missed to be told one by one: read again what is shown. */
export const resetMessageSchema = z.object({});

export const streamMessages = {
  admin: {
    hello: helloMessageSchema,
    event: adminEventMessageSchema,
    device: deviceMessageSchema,
    change: adminChangeMessageSchema,
    notification: notificationMessageSchema,
    counts: countsMessageSchema,
    reset: resetMessageSchema,
  },
  customer: {
    hello: helloMessageSchema,
    event: customerEventMessageSchema,
    device: deviceMessageSchema,
    change: customerChangeMessageSchema,
    notification: notificationMessageSchema,
    heard: heardMessageSchema,
    reset: resetMessageSchema,
  },
} as const;
