import { ChangeFeed } from '../actions/feed/change-feed.ts';
import { flushVitals } from '../actions/fleet/flush-vitals.ts';
import { recordAlive } from '../actions/fleet/observe-self.ts';
import { resumeWatch } from '../actions/fleet/resume-watch.ts';
import { rollUpHeartbeats } from '../actions/fleet/roll-up-heartbeats.ts';
import type { Monitor } from '../actions/monitor.ts';
import type { Instant, Time } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import { StreamHub } from '../http/stream/stream-hub.ts';
import type { Config } from '../installation/config.ts';
import type { Delivery } from '../notify/deliver-pending.ts';
import { makeMonitor } from '../server/make-monitor.ts';
import { OwnNetworks } from '../server/own-networks.ts';
import type { Store } from '../store/engine/open.ts';
import type { Mqtt } from './start-mqtt.ts';

/** Parts that actions call and that are built later. Each is set before anything can call it. */
interface Links {
  delivery: Delivery | null;
  mqtt: Mqtt | null;
}

export interface WatchedFleet {
  readonly monitor: Monitor;
  readonly changes: ChangeFeed;
  readonly streams: StreamHub;
  readonly links: Links;
  readonly startedAt: Instant;
  /** Takes over a jump of the wall clock. @throws StoreUnavailable: the next call tries again */
  followClock(): void;
}

/** Loads the fleet as the last run left it, and makes what tells of its changes. */
export function watchFleet(
  store: Store,
  config: Config,
  log: Logger,
  time: Time,
  replication: Monitor['replication'],
): WatchedFleet {
  const links: Links = { delivery: null, mqtt: null };
  let feed: ChangeFeed | null = null;
  const isBehindRelay = config.trust_proxy || config.public_url !== undefined;
  const networks = new OwnNetworks(isBehindRelay, () => time.clock().monoMs);
  const monitor = makeMonitor(store, config, {
    isNear: (address) => networks.contains(address),
    log,
    clock: time.clock,
    setTimer: time.setTimer,
    monoMs: () => time.clock().monoMs,
    replication,
    wakeOutbox: () => {
      links.delivery?.wake();
      feed?.wake();
    },
    onDeviceRefused: (deviceId) => links.mqtt?.broker?.disconnectDevice(deviceId),
    publishCommand: (deviceId, command) => links.mqtt?.publishCommand(deviceId, command) ?? false,
  });
  const changes = new ChangeFeed(monitor);
  feed = changes;
  const streams = new StreamHub(monitor, changes);
  const startedAt = time.clock();
  const watch = resumeWatch(monitor, startedAt);
  const followClock = () => void watch.follow(time.clock());
  return { monitor, changes, streams, links, startedAt, followClock };
}

/** Stores what only memory has, before the database is closed. */
export function storeTheRest(monitor: Monitor): void {
  const { store, clock } = monitor;
  monitor.commits.flush();
  flushVitals(monitor);
  monitor.sessionUses.flush(store, clock().wallMs);
  rollUpHeartbeats(monitor, clock());
  recordAlive(monitor, clock());
}
