import type { Instant } from '../../domain/instant.ts';
import { readMeta, writeMeta } from '../../store/engine/meta.ts';
import type { Store } from '../../store/engine/open.ts';
import { closeGap, closeOpenGaps, insertGap, readLastGap } from '../../store/fleet/gaps.ts';
import type { Monitor } from '../monitor.ts';

/** A shorter pause between two runs is a restart that no device can notice, in ms. */
const shortestGapMs = 1_000;

/** Records that the server is running, so that the next start knows how long it was not. */
export function recordAlive(monitor: Monitor, now: Instant): void {
  monitor.store.relaxedTransaction(() => {
    writeMeta(monitor.store, 'alive_at', String(now.wallMs));
  });
}

/** The time before this run in which the server did not see. */
export interface Absence {
  /** Epoch ms: the last sign of life. */
  readonly aliveAt: number;
  /** Row of the gap. Null: by the clock at start there was none. */
  readonly gapId: number | null;
}

/**
 * At start: the time since this server's last sign of life is a gap in which it did not see.
 * @returns null at the very first start
 */
export function recordAbsence(monitor: Monitor, now: Instant): Absence | null {
  const { store } = monitor;
  const stored = readMeta(store, 'alive_at');
  const aliveAt = Number(stored ?? Number.NaN);
  let gapId: number | null = null;
  store.transaction(() => {
    closeOpenGaps(store, now.wallMs);
    if (now.wallMs - aliveAt >= shortestGapMs) {
      gapId = insertGap(store, { kind: 'server_off', fromAt: aliveAt, toAt: now.wallMs });
      monitor.log.info({ from: aliveAt, to: now.wallMs }, 'this server was off');
    }
    writeMeta(store, 'alive_at', String(now.wallMs));
  });
  monitor.lastGap = readLastGap(store);
  return stored === undefined ? null : { aliveAt, gapId };
}

/**
 * The clock was set, so it is now known how long the server had been off. Must run inside a transaction.
 * @param startAt when this run began, by the corrected clock (epoch ms)
 */
export function extendAbsence(store: Store, { aliveAt, gapId }: Absence, startAt: number): void {
  if (gapId !== null) closeGap(store, gapId, startAt);
  else if (startAt - aliveAt >= shortestGapMs) {
    insertGap(store, { kind: 'server_off', fromAt: aliveAt, toAt: startAt });
  }
}
