import { type Dashboard, dashboardAnswerSchema } from '../../contract/system/dashboard.ts';
import type { Instant } from '../../domain/instant.ts';
import { localDayOf } from '../../domain/local-days.ts';
import type { Steps } from '../../domain/steps.ts';
import { readNewestDevices } from '../../store/devices/device-overview.ts';
import { readLatestPowerEvents } from '../../store/fleet/event-list.ts';
import { readKeyCounts } from '../../store/keys/key-list.ts';
import { countCustomers, countEvents } from '../../store/system/dashboard.ts';
import { describeDevice } from '../devices/describe-device.ts';
import type { ApiContext } from '../engine/api-context.ts';
import { isoTime } from '../engine/iso-time.ts';
import { type Route, route } from '../engine/route.ts';

/** Latest devices and events that are shown. */
const recentCount = 10;

/** The operator's first page. */
export function dashboardRoutes(context: ApiContext): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/api/dashboard/stats',
        access: 'viewer',
        cost: 'search',
        tag: 'Dashboard',
        summary: 'Read what the dashboard shows',
        description:
          'The ten devices enrolled last, and the ten latest losses and returns of power. Silence counts as in the filters `power_down` and `power_restored` of the events.',
        answer: dashboardAnswerSchema,
      },
      function* ({ now }) {
        const data = yield* readDashboard(context, now);
        return { ok: true as const, ...data, data };
      },
    ),
  ];
}

function* readDashboard({ monitor, timezone }: ApiContext, now: Instant): Steps<Dashboard> {
  const { store } = monitor;
  const recentEvents = yield* readLatestPowerEvents(store, recentCount);
  return {
    customers: { total: yield* countCustomers(store) },
    devices: {
      online: monitor.fleet.count().online,
      total: monitor.fleet.size,
      recent: readNewestDevices(store, recentCount).map((row) =>
        describeDevice(monitor, row, now.wallMs),
      ),
    },
    keys: { unused: (yield* readKeyCounts(store, now.wallMs)).unused },
    events: {
      today: yield* countEvents(store, localDayOf(now.wallMs, timezone)),
      recent: recentEvents.map((event) => ({
        id: event.id,
        event_type: event.eventType,
        event_time: isoTime(event.occurredAt),
        device_id: event.deviceId,
        site_name: event.siteName,
        customer_name: event.customerName,
      })),
    },
  };
}
