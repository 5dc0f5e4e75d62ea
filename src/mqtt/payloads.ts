import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import {
  type DeviceEvent,
  eventsPayloadSchema,
  type Heartbeat,
  heartbeatSchema,
  plainHeartbeatSchema,
} from '../contract/fleet/device.ts';
import { makeQuickAccept } from '../contract/quick-accept.ts';
import type { RefusalCode } from '../domain/fleet/refusals.ts';
import type { PublishLeaf } from './topics.ts';

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
