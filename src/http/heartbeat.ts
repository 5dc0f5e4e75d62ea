import { type Heartbeat, heartbeatSchema, plainHeartbeatSchema } from '../contract/device.ts';
import { makeQuickAccept } from '../contract/quick-accept.ts';
import { admitDevice } from '../monitor/admit-device.ts';
import type { LiveDevice } from '../monitor/live-device.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { recordHeartbeat } from '../monitor/record-heartbeat.ts';
import { authenticateRequest } from './authenticate.ts';
import { type AddressSource, type Doorway, readArrival } from './client-address.ts';
import { nameUnknownFields } from './name-unknown-fields.ts';
import { checkShape, parseJson, requireJsonType, unreadable } from './read-json.ts';

export const heartbeatPath = '/api/device/v1/heartbeat';

const isPlainHeartbeat = makeQuickAccept<Heartbeat>(plainHeartbeatSchema);

/**
 * A board reads none of the headers that protect a browser's page, and at a heartbeat every 10 s they
 * would be 140 MB a month over a metered connection. Errors carry them all the same.
 */
const answerInit = {
  headers: new Headers({
    'Content-Type': 'application/json;charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  }),
};

/** Answers one request; never throws. */
export type RequestHandler = (request: Request, server: AddressSource | null) => Promise<Response>;

/**
 * The door for heartbeats over HTTP, the one call that comes more often than all others together. A
 * plain handler, so that Bun's router can call it without anything in between.
 *
 * @param answerFailure turns what was thrown into the answer: INVALID_TOKEN, DEVICE_REVOKED,
 *   VALIDATION, PAYLOAD_TOO_LARGE, UNAVAILABLE
 */
export function makeHeartbeatHandler(
  monitor: Monitor,
  doorway: Doorway,
  answerFailure: (error: unknown) => Response,
): RequestHandler {
  // Many heartbeats are answered within one millisecond, and all of them alike.
  let answeredMs = Number.NaN;
  let text = '';

  const answer = (nowMs: number): Response => {
    if (nowMs !== answeredMs) {
      answeredMs = nowMs;
      text = JSON.stringify({
        ok: true,
        server_time: new Date(nowMs).toISOString(),
        commands: [],
      });
    }
    return new Response(text, answerInit);
  };

  return async (request, server) => {
    try {
      const device = authenticateRequest(monitor, request.headers);
      device.isPlainOutside = readArrival(request, server, doorway).isPlainOutside;
      admitDevice(monitor, device, monitor.clock());
      requireJsonType(request.headers);
      let body: Uint8Array;
      try {
        body = await request.bytes();
      } catch {
        throw unreadable();
      }
      const now = monitor.clock();
      const value = parseJson(body);
      const isPlain = isPlainHeartbeat(value);
      const beat = isPlain ? value : checkShape(value, heartbeatSchema);
      const stored = recordHeartbeat(monitor, device, beat, 'http', now);
      if (stored !== undefined) await stored;
      const warnings = isPlain ? [] : nameUnknownFields(value as object, heartbeatSchema.shape);
      if (device.commands.length === 0 && warnings.length === 0) return answer(now.wallMs);
      return answerInFull(device, warnings, now.wallMs);
    } catch (error) {
      return answerFailure(error);
    }
  };
}

/** Tells a device, once, what it was to be told. */
function answerInFull(device: LiveDevice, warnings: readonly string[], nowMs: number): Response {
  const { commands } = device;
  device.commands = [];
  const text = JSON.stringify({
    ok: true,
    server_time: new Date(nowMs).toISOString(),
    commands,
    ...(warnings.length > 0 && { warnings }),
  });
  return new Response(text, answerInit);
}
