/** Totals of the embedded broker since start, for /metrics. */
export interface BrokerCounters {
  connections: number;
  /** Connections that a cap kept out. */
  connectionsRefused: number;
  sessionsOpened: number;
  /** Sessions that died without a DISCONNECT. */
  sessionsLost: number;
  sessionsTakenOver: number;
  heartbeats: number;
  eventPackets: number;
  statusPackets: number;
  /** Sessions and connections ended because of what they sent, by reason. */
  readonly refusals: Map<string, number>;
  /** How often a device had to wait for its token bucket. */
  throttled: number;
  /** Messages whose commit failed; their sessions were ended without a PUBACK. */
  commitFailures: number;
}

/** All zero. */
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

/** Counts one more refusal for a reason. */
export function countRefusal(counters: BrokerCounters, reason: string): void {
  counters.refusals.set(reason, (counters.refusals.get(reason) ?? 0) + 1);
}
