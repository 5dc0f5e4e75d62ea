import type { DeviceState } from '../../domain/fleet/device-state.ts';
import type { Effect } from '../../domain/fleet/transition.ts';
import type { Store } from '../../store/engine/open.ts';
import { linkPowerEvent, linkPowerEvents } from '../../store/fleet/events.ts';

/** The change that a report made to its device's state. */
interface ReportedChange {
  readonly effects: readonly Effect[];
  readonly before: DeviceState;
  readonly after: DeviceState;
}

/**
 * Links a report to the outage it falls into, and links others again whose outage now begins or ends
 * elsewhere. Older reports are not looked at again, however long an outage lasts and however many it has.
 * Must run inside a transaction, after the change was written.
 */
export function linkReport(
  store: Store,
  report: { readonly id: number; readonly deviceRow: number; readonly at: number },
  change: ReportedChange,
): void {
  const moments = change.effects.map((effect) => changedFrom(effect, change, report.at));
  const first = Math.min(...moments);
  // Otherwise the report is among those that are linked again.
  if (first > report.at) linkPowerEvent(store, report.id);
  if (first !== unchanged) linkPowerEvents(store, report.deviceRow, first);
}

const unchanged = Number.POSITIVE_INFINITY;

/** The moment (epoch ms) from which on power events may belong to another outage than before. */
function changedFrom(effect: Effect, { before, after }: ReportedChange, reportAt: number): number {
  switch (effect.type) {
    case 'outage-opened':
      return effect.outage.downAt;
    case 'outage-amended':
      return Math.min(effect.outage.downAt, before.outage?.downAt ?? effect.outage.downAt);
    case 'recovery-begun':
      return effect.outage.recovery?.recoverAt ?? reportAt;
    case 'outage-resumed':
      return before.outage?.recovery?.recoverAt ?? reportAt;
    case 'outage-closed':
      return effect.recovery.recoverAt;
    case 'history-rewritten':
      return Math.min(reportAt, after.outage?.downAt ?? reportAt);
    case 'event':
    case 'loss-confirmed':
    case 'device-changed':
      return unchanged;
  }
}
