import type { Instant } from '../../domain/instant.ts';
import { monthsBefore } from '../../domain/people/privacy.ts';
import { type EventMark, pruneAudit, pruneEvents } from '../../store/fleet/history-pruning.ts';
import { readPrivacy } from '../../store/people/privacy.ts';
import type { Monitor } from '../monitor.ts';

/** Rows deleted in one step: a few milliseconds, and little for an SD card. */
const rowsPerStep = 200;

const beginning: EventMark = { occurredAt: Number.MIN_SAFE_INTEGER, id: 0 };

/**
 * Removes events and audit entries that are older than the owner wants them kept; nothing before an owner
 * has chosen. Outages are kept, so reports do not change.
 */
export class HistoryPruning {
  readonly #monitor: Pick<Monitor, 'store'>;
  /** Rows that were passed in this run and had to stay are not looked at again. */
  #mark = beginning;

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
        this.#mark = pruneEvents(store, this.#mark, before, rowsPerStep) ?? this.#mark;
      }
      if (keepAuditMonths !== null) {
        pruneAudit(store, monthsBefore(now.wallMs, keepAuditMonths), rowsPerStep);
      }
    });
  }
}
