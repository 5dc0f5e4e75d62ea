import { admitDevice } from '../../actions/devices/admit-device.ts';
import type { LiveDevice } from '../../actions/fleet/live-device.ts';
import { noteOrigin } from '../../actions/fleet/note-origin.ts';
import { recordHeartbeat } from '../../actions/fleet/record-heartbeat.ts';
import type { Monitor } from '../../actions/monitor.ts';
import {
  type Heartbeat,
  heartbeatSchema,
  plainHeartbeatSchema,
} from '../../contract/fleet/device.ts';
import { makeQuickAccept } from '../../contract/quick-accept.ts';
import type { DeviceCommand } from '../../domain/fleet/device-message.ts';
import { type AddressSource, type Doorway, readArrival } from '../engine/arrival.ts';
import { authenticateRequest } from '../engine/authenticate.ts';
import { noteRefusedCall } from '../engine/note-refused-call.ts';
import {
  asRefusal,
  bodyLengthOf,
  checkShape,
  type HeldBodies,
  isInPieces,
  maxBodyBytes,
  nameUnknownFields,
  parseJson,
  receiveBody,
  requireJsonType,
  smallBody,
} from '../engine/read-body.ts';

export const heartbeatPath = '/api/device/v1/heartbeat';

const isPlainHeartbeat = makeQuickAccept<Heartbeat>(plainHeartbeatSchema);

/**
 * The way on which a board connects is looked at so often, in ms, and not with each heartbeat: asking Bun for an
 * address costs as much as all the rest.
 */
const arrivalEveryMs = 300_000;

/**
 * A board reads none of the headers that protect a browser's page. With a heartbeat every 10 s they would
 * cost 140 MB a month on a metered connection. Error answers carry them all the same. Bun copies the headers of
 * a `Response` quicker than those of a plain object.
 */
const answerInit = new Response(null, {
  headers: {
    'Content-Type': 'application/json;charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  },
});

/** Answers one request; never throws. */
type RequestHandler = (request: Request, server: AddressSource | null) => Promise<Response>;

/**
 * The handler of heartbeats over HTTP, the one call that comes more often than all others together. It is
 * a plain handler, so that Bun's router can call it directly.
 *
 * @param bodies that are on their way, of all calls
 * @param answerFailure turns what was thrown into an answer: INVALID_TOKEN, DEVICE_REVOKED,
 */
export function makeHeartbeatHandler(
  monitor: Monitor,
  bodies: HeldBodies,
  doorway: Doorway,
  answerFailure: (error: unknown) => Response,
): RequestHandler {
  // Many heartbeats are answered within one millisecond, and all of them alike.
  let answeredMs = Number.NaN;
  let answeredServers: readonly string[] | null = null;
  let text = '';

  const answer = (nowMs: number): Response => {
    if (nowMs !== answeredMs || monitor.servers !== answeredServers) {
      answeredMs = nowMs;
      answeredServers = monitor.servers;
      text = writeAnswer([], [], nowMs, monitor.servers);
    }
    return new Response(text, answerInit);
  };

  return async (request, server) => {
    let body: Uint8Array | null = null;
    try {
      const device = authenticateRequest(monitor, request.headers);
      const begun = monitor.clock();
      if (begun.monoMs >= device.arrivalDueMono) {
        device.arrivalDueMono = begun.monoMs + arrivalEveryMs;
        noteOrigin(device, readArrival(request, server, doorway));
      }
      admitDevice(monitor, device, begun);
      requireJsonType(request.headers);
      const length = bodyLengthOf(request.headers);
      const comesInPieces = length === null && isInPieces(request.headers);
      const letGo = bodies.await(device.deviceId, length, maxBodyBytes, comesInPieces);
      try {
        body = await receiveBody(request, maxBodyBytes, length);
      } catch (error) {
        throw asRefusal(error);
      } finally {
        letGo();
      }
      // No board sends so much, and many such bodies may end in one turn of the event loop.
      if (body.byteLength > smallBody) await monitor.turns.next();
      const now = monitor.clock();
      const value = parseJson(body);
      const isPlain = isPlainHeartbeat(value);
      const beat = isPlain ? value : checkShape(value, heartbeatSchema);
      const stored = recordHeartbeat(monitor, device, beat, 'http', now);
      if (stored !== undefined) await stored;
      const warnings = isPlain ? [] : nameUnknownFields(value as object, heartbeatSchema.shape);
      monitor.replication?.mustLead();
      if (device.commands.length === 0 && warnings.length === 0) return answer(now.wallMs);
      // A command may carry what was stored a moment ago.
      await monitor.replication?.settled();
      return answerInFull(device, warnings, now.wallMs, monitor.servers);
    } catch (error) {
      const { address } = readArrival(request, server, doorway);
      noteRefusedCall(monitor, error, {
        headers: request.headers,
        path: heartbeatPath,
        address,
        body,
      });
      return answerFailure(error);
    }
  };
}

/** Tells a device, once, what was waiting for it. */
function answerInFull(
  device: LiveDevice,
  warnings: readonly string[],
  nowMs: number,
  servers: readonly string[] | null,
): Response {
  const { commands } = device;
  device.commands = [];
  return new Response(writeAnswer(commands, warnings, nowMs, servers), answerInit);
}

function writeAnswer(
  commands: readonly DeviceCommand[],
  warnings: readonly string[],
  nowMs: number,
  servers: readonly string[] | null,
): string {
  return JSON.stringify({
    ok: true,
    server_time: new Date(nowMs).toISOString(),
    commands,
    ...(servers !== null && { servers }),
    ...(warnings.length > 0 && { warnings }),
  });
}
