import type { Instant } from '../../domain/instant.ts';
import { readNextIds } from '../../store/fleet/clock-jumps.ts';
import { holdLosses } from '../../store/outbox/alert-schedule.ts';
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
  if (aliveAt === null) holdAfterGap(monitor, now);
  return new ClockWatch(monitor, now, { ...known, aliveAt });
}

/**
 * Whether a loss goes on is not known after a time in which every board would have counted as lost. Nobody is told that
 * it does before boards have had time to come back.
 */
function holdAfterGap({ store, settings, lastGap }: Monitor, now: Instant): void {
  const timeoutMs = settings.heartbeatTimeout * 1000;
  if (lastGap === null || lastGap.toAt - lastGap.fromAt < timeoutMs) return;
  holdLosses(store, now.wallMs + timeoutMs);
}
