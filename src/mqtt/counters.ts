import type { RefusalCode } from '../domain/fleet/refusals.ts';

/** Totals of the embedded broker since start, for /metrics. */
export interface BrokerCounters {
  connections: number;
  /** Connections that were refused because too many were open. */
  connectionsRefused: number;
  sessionsOpened: number;
  /** Sessions that died without a DISCONNECT. */
  sessionsLost: number;
  sessionsTakenOver: number;
  heartbeats: number;
  eventPackets: number;
  statusPackets: number;
  /** Messages of devices and strangers that were refused, by reason. */
  readonly refusals: Map<RefusalCode, number>;
  /** Waits of a device for its token bucket. */
  throttled: number;
  /** Messages whose commit failed, so that their sessions ended without a PUBACK. */
  commitFailures: number;
}

/** Makes counters at zero. */
export function makeBrokerCounters(): BrokerCounters {
  return {
    connections: 0,
    connectionsRefused: 0,
    sessionsOpened: 0,
    sessionsLost: 0,
    sessionsTakenOver: 0,
    heartbeats: 0,
    eventPackets: 0,
    statusPackets: 0,
    refusals: new Map(),
    throttled: 0,
    commitFailures: 0,
  };
}

/** Counts one refusal. */
export function countRefusal(counters: BrokerCounters, code: RefusalCode): void {
  counters.refusals.set(code, (counters.refusals.get(code) ?? 0) + 1);
}
