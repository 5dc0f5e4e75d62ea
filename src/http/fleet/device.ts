import type { z } from 'zod';
import { enrolDevice } from '../../actions/devices/enrol-device.ts';
import { limitEnrolment } from '../../actions/devices/limit-enrolment.ts';
import { recordEvents } from '../../actions/fleet/record-events.ts';
import {
  deviceEventSchema,
  type EnrolAnswer,
  enrolAnswerSchema,
  enrolRequestSchema,
  eventsAnswerSchema,
  eventsRequestSchema,
  heartbeatAnswerSchema,
  heartbeatSchema,
} from '../../contract/fleet/device.ts';
import { askedBeatMs } from '../../domain/fleet/device-state.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { mostWarnings, nameUnknownFields } from '../engine/read-body.ts';
import { type Route, type RouteSpec, route } from '../engine/route.ts';
import { heartbeatPath } from './heartbeat.ts';

/** The interval at which a device is asked for heartbeats, in seconds. */
const heartbeatIntervalSeconds = askedBeatMs / 1000;

const tag = 'Device';

/** The one call with a door of its own: heartbeat.ts. */
export const heartbeatSpec: RouteSpec = {
  method: 'POST',
  path: heartbeatPath,
  access: 'device',
  tag,
  summary: 'Send a heartbeat',
  description: `Every ${heartbeatIntervalSeconds} s. What it changes is stored before the answer.`,
  body: () => heartbeatSchema,
  answer: () => heartbeatAnswerSchema,
};

function nameUnknownInEvents(body: z.infer<typeof eventsRequestSchema>): string[] {
  return [
    ...nameUnknownFields(body, eventsRequestSchema.shape),
    ...body.events.flatMap((event, index) =>
      nameUnknownFields(event, deviceEventSchema.shape, `events.${index}.`),
    ),
  ].slice(0, mostWarnings);
}

/** The calls of a device besides the heartbeat: enrol once, then events with its token. */
export function deviceRoutes({ monitor, mqttEndpoint }: ApiContext): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/api/device/v1/enrol',
        access: 'public',
        tag,
        summary: 'Enrol a device with an activation key',
        description:
          'The token is shown once. A key of nobody’s, used with the phone of an account that has a key, a device or a chat already, joins it only when its owner or the operator says yes: until then `joined` is false, the device is watched and nobody is told. The key starts counting when it joins.',
        body: () => enrolRequestSchema,
        answer: () => enrolAnswerSchema,
        errors: [
          'KEY_NOT_FOUND',
          'KEY_INACTIVE',
          'KEY_EXPIRED',
          'KEY_IN_USE',
          'KEY_PHONE_MISMATCH',
          'FORBIDDEN',
          'CONFLICT',
          'RATE_LIMITED',
        ],
      },
      ({ body, now, address, isSecure }): EnrolAnswer => {
        const { token, joined } = limitEnrolment(monitor, address, body.activation_key, now, () =>
          enrolDevice(monitor, body, now, address),
        );
        return {
          ok: true,
          device_token: token,
          joined,
          heartbeat_interval_seconds: heartbeatIntervalSeconds,
          mqtt: mqttEndpoint(isSecure),
          server_time: new Date(now.wallMs).toISOString(),
          ...(monitor.servers !== null && { servers: [...monitor.servers] }),
        };
      },
    ),
    route(
      {
        method: 'POST',
        path: '/api/device/v1/events',
        access: 'device',
        tag,
        summary: 'Report power events',
        description: 'Answered once stored. A repeat is accepted and changes nothing.',
        body: () => eventsRequestSchema,
        answer: () => eventsAnswerSchema,
      },
      async ({ caller, body, now }) => {
        // The call has taken one.
        caller.allowance.take(now.monoMs, body.events.length - 1);
        const accepted = await recordEvents(monitor, caller, body.events, 'http', now);
        const warnings = nameUnknownInEvents(body);
        return { ok: true as const, accepted, ...(warnings.length > 0 && { warnings }) };
      },
    ),
  ];
}
