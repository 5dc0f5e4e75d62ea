import { CommitQueue } from '../actions/engine/commit-queue.ts';
import { Turns } from '../actions/engine/turns.ts';
import { LiveFleet } from '../actions/fleet/live-fleet.ts';
import type { Monitor } from '../actions/monitor.ts';
import { SessionProofs } from '../actions/people/session-proofs.ts';
import { channelsInUse } from '../domain/alerts/channels.ts';
import { findSetUpChannels } from '../installation/channel-settings.ts';
import type { Config } from '../installation/config.ts';
import { hasRecipients } from '../store/alerts/recipients.ts';
import type { Store } from '../store/engine/open.ts';
import { SessionUses } from '../store/people/sessions.ts';
import { readSettings } from '../store/system/settings.ts';

/** The needs of actions besides the store: whom to tell of what they did, and the time. */
interface MonitorLinks
  extends Pick<
    Monitor,
    | 'log'
    | 'clock'
    | 'setTimer'
    | 'isNear'
    | 'wakeOutbox'
    | 'onDeviceRefused'
    | 'publishCommand'
    | 'replication'
  > {
  readonly monoMs: () => number;
}

/** Makes a monitor whose fleet is still to be loaded. */
export function makeMonitor(
  store: Store,
  config: Config,
  { monoMs, ...links }: MonitorLinks,
): Monitor {
  const { replication } = links;
  return {
    runsIn: 'server',
    store,
    fleet: new LiveFleet(),
    commits: new CommitQueue(
      store,
      monoMs,
      links.wakeOutbox,
      replication && (() => replication.settled()),
    ),
    turns: new Turns(),
    settings: readSettings(store),
    lastGap: null,
    absence: null,
    partAbsence: null,
    awakeMono: null,
    standstill: null,
    lineUpSince: Number.NEGATIVE_INFINITY,
    servers: null,
    deviceRate: { perSecond: config.device_rate, burst: config.device_burst },
    channels: channelsInUse(findSetUpChannels(config, (channel) => hasRecipients(store, channel))),
    leftOut: new Map(),
    ...links,
    sessionUses: new SessionUses(),
    proofs: new SessionProofs(),
    counters: {
      heartbeats: 0,
      reports: 0,
      repeatedReports: 0,
      outagesOpened: 0,
      outagesClosed: 0,
    },
  };
}
