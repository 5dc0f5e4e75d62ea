import type { Core, ModuleBody } from '../module.ts';
import { announcementRoutes } from './announcement-calls.ts';
import { outageCalendarRoutes } from './calendar-calls.ts';
import { feedRoutes } from './feed-calls.ts';
import { fileRoutes } from './file-calls.ts';
import { readDueCalendars } from './outage-calendars.ts';

export function startCalendars(core: Core): ModuleBody {
  const { monitor, outbound, config } = core;
  const reader = { monitor, outbound, timezone: config.timezone };
  return {
    routes: [
      ...announcementRoutes(core),
      ...fileRoutes(core),
      ...outageCalendarRoutes(reader),
      ...feedRoutes(core),
    ],
    ticks: [{ name: 'outage-calendars', everyMs: 60_000, run: () => readDueCalendars(reader) }],
  };
}
