import type { Instant } from '../../domain/instant.ts';
import { closeOpenGaps, insertGap, isGap, readLastGap } from '../../store/fleet/gaps.ts';
import { noteAlive, readAlive, storeAlive } from '../../store/fleet/sign-of-life.ts';
import type { Monitor } from '../monitor.ts';
import { noteOff } from './await-boards.ts';

/** Records that the server is running, so that the next start knows how long it was not. */
export function recordAlive({ store, replication }: Monitor, now: Instant): void {
  noteAlive(store, now.wallMs, replication !== undefined);
}

/**
 * At start: the time since this server's last sign of life is a gap in which it did not see.
 * @returns the last sign of life, epoch ms, when by the clock there is no such gap. Null: there is one, or this
 * is the very first start
 */
export function recordAbsence(monitor: Monitor, now: Instant): number | null {
  const { store, log } = monitor;
  const aliveAt = readAlive(store);
  const wasOff = aliveAt !== null && isGap(aliveAt, now.wallMs);
  store.transaction(() => {
    closeOpenGaps(store, aliveAt ?? now.wallMs);
    if (wasOff) insertGap(store, { kind: 'server_off', fromAt: aliveAt, toAt: now.wallMs });
    storeAlive(store, now.wallMs);
  });
  if (wasOff) log.info({ from: aliveAt, to: now.wallMs }, 'this server was off');
  monitor.lastGap = readLastGap(store);
  noteOff(monitor, aliveAt, now);
  return wasOff ? null : aliveAt;
}
