import type { Health } from '../../actions/fleet/live-device.ts';
import type { Monitor } from '../../actions/monitor.ts';
import type { DeviceHealth } from '../../contract/devices/devices.ts';
import { heapLossPerDay } from '../../domain/devices/heap-loss.ts';
import { type RollUp, readRollUps } from '../../store/fleet/roll-ups.ts';
import { isoTime } from '../engine/iso-time.ts';

/** Memory is compared so far back, ms. */
const lookBackMs = 7 * 86_400_000;

interface Told extends Health {
  /** Epoch ms. */
  readonly at: number;
}

/**
 * The board's own readings, and whether it loses memory. The hourly roll-ups hold its history. The last
 * reading comes from memory; after a restart it is as old as the last roll-up.
 * @param nowMs epoch ms
 */
export function describeHealth(
  { store, fleet }: Pick<Monitor, 'store' | 'fleet'>,
  deviceId: string,
  nowMs: number,
): DeviceHealth | null {
  const live = fleet.get(deviceId);
  if (live === undefined) return null;
  const past = readRollUps(store, live.row, nowMs - lookBackMs)
    .map(toTold)
    .filter(hasSaid);
  const present: Told = { ...live.health, at: live.state.lastHeardAt ?? 0 };
  const told = hasSaid(present) ? present : past.at(-1);
  if (told === undefined) return null;
  const boot = past.filter(({ starts }) => starts === told.starts);
  const samples = boot.flatMap(({ at, freeHeap }) => (freeHeap === null ? [] : [{ at, freeHeap }]));
  return {
    told_at: isoTime(told.at),
    free_heap: told.freeHeap,
    largest_block: told.largestBlock,
    heap_loss_per_day: heapLossPerDay(samples),
    reconnects: told.reconnects,
    starts: told.starts,
    restart_cause: told.restartCause,
    sleep: live.vitals.sleep,
  };
}

function hasSaid({ at: _, ...health }: Told): boolean {
  return Object.values(health).some((value) => value !== null);
}

function toTold({ at, details }: RollUp): Told {
  const count = (name: string) => {
    const value = details[name];
    return typeof value === 'number' ? value : null;
  };
  const cause = details['restart_cause'];
  return {
    at,
    freeHeap: count('free_heap'),
    largestBlock: count('largest_block'),
    reconnects: count('reconnects'),
    starts: count('starts'),
    restartCause: typeof cause === 'string' ? cause : null,
  };
}
