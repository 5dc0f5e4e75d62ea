import type { Instant } from '../../domain/instant.ts';
import { readNextIds } from '../../store/fleet/clock-jumps.ts';
import { resumeAlerts } from '../alerts/resume-alerts.ts';
import type { Monitor } from '../monitor.ts';
import { ClockWatch } from './correct-clock.ts';
import { loadFleet } from './load-fleet.ts';
import { recordAbsence } from './observe-self.ts';

/**
 * Continues where the last run of the server stopped or was stopped; once, at start.
 * @returns what watches the clock from now on
 */
export function resumeWatch(monitor: Monitor, now: Instant): ClockWatch {
  const { store } = monitor;
  const known = readNextIds(store);
  const aliveAt = recordAbsence(monitor, now);
  loadFleet(monitor, now);
  // Transactions already prevent this; it mends rows that an older release left behind.
  store.transaction(() => resumeAlerts(monitor, {}, now));
  const watch = new ClockWatch(monitor, now, { ...known, aliveAt });
  monitor.clock = watch.clock;
  return watch;
}
