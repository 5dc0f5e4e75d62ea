import { Elysia } from 'elysia';
import { type EnrolAnswer, enrolRequestSchema, eventsRequestSchema } from '../contract/device.ts';
import { enrolDevice } from '../monitor/enrol-device.ts';
import { limitEnrolment } from '../monitor/limit-enrolment.ts';
import type { Monitor } from '../monitor/monitor.ts';
import { recordEvents } from '../monitor/record-events.ts';
import { authenticateRequest } from './authenticate-request.ts';
import { clientAddress } from './client-address.ts';
import { readJson } from './read-json.ts';

/** How often a device is asked to send a heartbeat, in seconds. */
export const heartbeatIntervalSeconds = 10;

export interface DeviceRoutesOptions {
  readonly monitor: Monitor;
  readonly trustProxy: boolean;
  /** Where devices find MQTT; asked at every enrolment, since port 0 is known only once open. */
  readonly mqttEndpoint: () => EnrolAnswer['mqtt'];
}

/**
 * The calls of a device besides the heartbeat (heartbeat.ts): enrol once, then events with its token.
 * Bodies are read by `readJson`, so the framework's parser stays out of the way.
 */
export function deviceRoutes({ monitor, trustProxy, mqttEndpoint }: DeviceRoutesOptions) {
  return new Elysia({ name: 'device', prefix: '/api/device/v1' })
    .post(
      '/enrol',
      async ({ request, server }) => {
        const now = monitor.clock();
        const address = clientAddress(request, server, trustProxy);
        const enrolment = await readJson(request, enrolRequestSchema);
        const token = limitEnrolment(monitor, address, now, () =>
          enrolDevice(monitor, enrolment, now),
        );
        const answer: EnrolAnswer = {
          ok: true,
          device_token: token,
          heartbeat_interval_seconds: heartbeatIntervalSeconds,
          mqtt: mqttEndpoint(),
          server_time: new Date(now.wallMs).toISOString(),
        };
        return Response.json(answer);
      },
      { parse: 'none' },
    )
    .post(
      '/events',
      async ({ request }) => {
        const device = authenticateRequest(monitor, request.headers);
        const { events } = await readJson(request, eventsRequestSchema);
        const accepted = await recordEvents(monitor, device, events, 'http', monitor.clock());
        return Response.json({ ok: true, accepted });
      },
      { parse: 'none' },
    );
}
