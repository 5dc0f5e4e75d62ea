import type { Instant } from '../../domain/instant.ts';
import { monthsBefore } from '../../domain/people/privacy.ts';
import {
  type PruningMark,
  pruneAudit,
  pruneEvents,
  prunePlannedTimes,
} from '../../store/fleet/history-pruning.ts';
import { readPrivacy } from '../../store/people/privacy.ts';
import type { Monitor } from '../monitor.ts';

/** Rows deleted in one step: a few milliseconds, and little for an SD card. */
const rowsPerStep = 200;

const beginning: PruningMark = { occurredAt: Number.MIN_SAFE_INTEGER, id: 0 };

/**
 * Removes events, planned times and audit entries that are older than the owner wants them kept; nothing before an owner
 * has chosen. Outages are kept, so reports do not change.
 */
export class HistoryPruning {
  readonly #monitor: Pick<Monitor, 'store'>;
  /** Rows that were passed in this run and had to stay are not looked at again. */
  #events = beginning;
  #planned = beginning;

  constructor(monitor: Pick<Monitor, 'store'>) {
    this.#monitor = monitor;
  }

  /** One step; cheap when nothing is old enough. */
  step(now: Instant): void {
    const { store } = this.#monitor;
    const { keepEventsMonths, keepAuditMonths } = readPrivacy(store);
    if (keepEventsMonths === null && keepAuditMonths === null) return;
    store.relaxedTransaction(() => {
      if (keepEventsMonths !== null) {
        const before = monthsBefore(now.wallMs, keepEventsMonths);
        this.#events = pruneEvents(store, this.#events, before, rowsPerStep) ?? this.#events;
        this.#planned =
          prunePlannedTimes(store, this.#planned, before, rowsPerStep) ?? this.#planned;
      }
      if (keepAuditMonths !== null) {
        pruneAudit(store, monthsBefore(now.wallMs, keepAuditMonths), rowsPerStep);
      }
    });
  }
}
