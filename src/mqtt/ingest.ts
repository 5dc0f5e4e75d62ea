/** What devices say over MQTT, at the embedded broker and at an external one: topics, payloads, and where they go. */
import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { authenticateDevice } from '../actions/devices/authenticate-device.ts';
import type { LiveDevice } from '../actions/fleet/live-device.ts';
import { loseSession } from '../actions/fleet/lose-session.ts';
import { noteRefusal } from '../actions/fleet/note-refusal.ts';
import { openSession } from '../actions/fleet/open-session.ts';
import { recordEvents } from '../actions/fleet/record-events.ts';
import { recordHeartbeat } from '../actions/fleet/record-heartbeat.ts';
import type { Monitor } from '../actions/monitor.ts';
import {
  type DeviceEvent,
  deviceIdSchema,
  eventsPayloadSchema,
  type Heartbeat,
  heartbeatSchema,
  plainHeartbeatSchema,
} from '../contract/fleet/device.ts';
import { makeQuickAccept } from '../contract/quick-accept.ts';
import type { RefusalCode, Refused } from '../domain/fleet/refusals.ts';

/** The topics that a device may publish to, below its own prefix. */
export type PublishLeaf = 'heartbeat' | 'events' | 'status';

const family = 'faiwatch/';
const root = `${family}v1/`;

/** The beginning of all topics of a device: `faiwatch/v1/{device_id}/`. */
export function topicPrefix(deviceId: string): string {
  return `${root}${deviceId}/`;
}

/** Where a device hears commands. */
export function commandsTopic(deviceId: string): string {
  return `${topicPrefix(deviceId)}commands`;
}

/** Whether a topic or filter may match topics of this service or of the broker itself. */
export function isOfOurs(topic: string): boolean {
  return topic.startsWith(family) || /^[#+$]/.test(topic);
}

/**
 * The device's own topic that a packet has. It is compared byte by byte, as every message passes here.
 *
 * @param prefix the device's `topicPrefix`
 * @returns null: any other topic, such as another device's
 */
export function matchOwnTopic(
  bytes: Uint8Array,
  start: number,
  end: number,
  prefix: string,
): PublishLeaf | null {
  const leaf = leafOfLength(end - start - prefix.length, bytes[start + prefix.length]);
  if (leaf === null) return null;
  return holdsAscii(bytes, start, prefix) && holdsAscii(bytes, start + prefix.length, leaf)
    ? leaf
    : null;
}

/** Reads a topic of an external broker's message. Null: it is none of this service's. */
export function parseTopic(topic: string): { deviceId: string; leaf: PublishLeaf } | null {
  if (!topic.startsWith(root)) return null;
  const [deviceId, leaf, ...rest] = topic.slice(root.length).split('/');
  if (rest.length > 0 || !deviceIdSchema.safeParse(deviceId).success || deviceId === undefined) {
    return null;
  }
  return leaf === 'heartbeat' || leaf === 'events' || leaf === 'status' ? { deviceId, leaf } : null;
}

const letterS = 0x73;

function leafOfLength(length: number, firstByte: number | undefined): PublishLeaf | null {
  if (length === 9) return 'heartbeat';
  if (length === 6) return firstByte === letterS ? 'status' : 'events';
  return null;
}

function holdsAscii(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (bytes[at + i] !== text.charCodeAt(i)) return false;
  }
  return true;
}

/** The reason that a payload does not fit its topic. It is logged, so it contains nothing of the payload. */
export class InvalidPayload {
  readonly reason: 'encoding' | 'json' | 'schema';
  /** The path of the first wrong field, as far as the schema knows it. */
  readonly field: string;

  constructor(reason: InvalidPayload['reason'], field = '') {
    this.reason = reason;
    this.field = field;
  }
}

/** Describes a wrong message for the list of refusals. */
export function describeInvalid(
  leaf: PublishLeaf,
  { reason, field }: InvalidPayload,
  payload: Buffer,
): { code: RefusalCode; detail: string; message: string } {
  const detail = field === '' ? leaf : `${leaf}: ${field}`;
  return { code: `payload-${reason}`, detail, message: readable(payload) };
}

/** The beginning of a message as text: enough bytes for what is kept, as a letter may have four. */
export function readable(payload: Buffer): string {
  return payload.toString('utf8', 0, 800);
}

const isPlainHeartbeat = makeQuickAccept<Heartbeat>(plainHeartbeatSchema);

/** A device says `online` with a session, and `offline` before it leaves or by its Last Will. */
const statusSchema = z.enum(['online', 'offline']);
type Status = z.infer<typeof statusSchema>;

/** Reads the payload of `…/heartbeat`. Throws nothing. */
export function parseHeartbeat(payload: Buffer): Heartbeat | InvalidPayload {
  const json = readJson(payload);
  if (json instanceof InvalidPayload || isPlainHeartbeat(json)) return json;
  return parseWith(heartbeatSchema, json);
}

/** Reads the payload of `…/events`: one event, or an array of at most 100. Throws nothing. */
export function parseEvents(payload: Buffer): readonly DeviceEvent[] | InvalidPayload {
  const json = readJson(payload);
  return json instanceof InvalidPayload ? json : parseWith(eventsPayloadSchema, json);
}

/** Reads the payload of `…/status`: one word in any case. Throws nothing. */
export function parseStatus(payload: Buffer): Status | InvalidPayload {
  const parsed = statusSchema.safeParse(payload.toString('latin1').toLowerCase());
  return parsed.success ? parsed.data : new InvalidPayload('schema');
}

/** Parses JSON. @returns InvalidPayload, which JSON cannot contain, when it is malformed */
function readJson(payload: Buffer): unknown {
  // Decoding would replace bytes that are not UTF-8 by U+FFFD without an error.
  if (!isUtf8(payload)) return new InvalidPayload('encoding');
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return new InvalidPayload('json');
  }
}

function parseWith<T>(schema: z.ZodType<T>, json: unknown): T | InvalidPayload {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  return new InvalidPayload('schema', parsed.error.issues[0]?.path.map(String).join('.') ?? '');
}

/** Messages of devices over MQTT, from the embedded broker and from an external one. */
export interface Ingest {
  /** @throws AppError INVALID_TOKEN | DEVICE_REVOKED */
  authenticate(deviceId: string, token: string): LiveDevice;
  /** Finds a device that an external broker has authenticated. */
  find(deviceId: string): LiveDevice | undefined;
  /**
   * @returns a promise that settles with the commit. Undefined: the heartbeat changed only memory
   */
  heartbeat(device: LiveDevice, beat: Heartbeat): Promise<void> | undefined;
  /** @returns the accepted `seq`s, including repeats, once they are committed */
  events(device: LiveDevice, events: readonly DeviceEvent[]): Promise<readonly number[]>;
  /** Called when a device has connected, before its first message. */
  sessionOpened(device: LiveDevice): void;
  /** Called when a session ended without a DISCONNECT, and no newer one has taken its place. */
  sessionLost(device: LiveDevice): void;
  /**
   * Called when a message was refused.
   * @param sender the device, or the id that it claims, or null
   */
  refused(sender: LiveDevice | string | null, refused: Refused): void;
}

/** Takes it into the fleet. */
export function makeDeviceIngest(monitor: Monitor): Ingest {
  const logLoss = (error: unknown) => {
    monitor.log.error({ err: error }, 'a session change was not stored');
  };
  return {
    authenticate: (deviceId, token) => authenticateDevice(monitor, token, deviceId),
    find: (deviceId) => {
      const device = monitor.fleet.get(deviceId);
      return device?.config.revokedBecause === null ? device : undefined;
    },
    heartbeat(device, beat) {
      monitor.replication?.mustLead();
      return recordHeartbeat(monitor, device, beat, 'mqtt', monitor.clock());
    },
    events(device, events) {
      monitor.replication?.mustLead();
      return recordEvents(monitor, device, events, 'mqtt', monitor.clock());
    },
    sessionOpened: (device) => {
      openSession(monitor, device, monitor.clock())?.catch(logLoss);
    },
    sessionLost: (device) => {
      loseSession(monitor, device, monitor.clock())?.catch(logLoss);
    },
    refused: (sender, refused) => noteRefusal(monitor, sender, refused),
  };
}
