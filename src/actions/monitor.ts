import type { ChannelsInUse } from '../domain/alerts/channels.ts';
import type { Absence } from '../domain/fleet/absence.ts';
import type { DeviceCommand } from '../domain/fleet/device-message.ts';
import type { ObservationGap } from '../domain/fleet/device-state.ts';
import type { Clock, SetTimer } from '../domain/instant.ts';
import type { Logger } from '../domain/logger.ts';
import type { ChannelName, NotificationKind } from '../domain/states.ts';
import type { Settings } from '../domain/system/settings.ts';
import type { Rate } from '../domain/token-bucket.ts';
import type { Store } from '../store/engine/open.ts';
import type { SessionUses } from '../store/people/sessions.ts';
import type { CommitQueue } from './engine/commit-queue.ts';
import type { Turns } from './engine/turns.ts';
import type { LiveDevice } from './fleet/live-device.ts';
import type { LiveFleet } from './fleet/live-fleet.ts';
import type { SessionProofs } from './people/session-proofs.ts';

/** Where other machines follow this one. */
export interface Replicated {
  /** Resolves once all that was committed is on the others, too. Undefined: it is already. */
  settled(): Promise<void> | undefined;
  /** Like `settled`, with the files of the installation: secrets, channels' settings, firmware. */
  filesSettled(): Promise<void> | undefined;
  /** Does not return where another machine may have taken over: this process ends. */
  mustLead(): void;
  /** Whether another machine may be about to take over, where this one's disk takes no writes. */
  readonly mayBeRelieved: boolean;
  /**
   * How long boards have yet, in ms, to say what they could not say while nothing could be acknowledged. 0: nothing
   * was in their way.
   */
  readonly catchUpMs: number;
}

/** The context of an action that a command beside the server takes. The server follows up what was written. */
export interface CommandMonitor {
  readonly runsIn: 'command';
  readonly store: Store;
}

/** An absence that hides some boards only: a line that is dead, or an external broker that is away. */
export interface PartAbsence extends Absence {
  /** Since when it is known; monotonic ms. */
  readonly noticedMono: number;
  readonly hides: (device: LiveDevice) => boolean;
}

/** A time in which this process read nothing that boards said; monotonic ms. */
export interface Standstill {
  readonly fromMono: number;
  readonly toMono: number;
  /** The end of the first of those between which there was no time to read all that boards had said. */
  readonly firstEndMono: number;
}

/**
 * The context of every action of the server. Built once by `main`, or by a test with an in-memory store and its
 * own clock.
 */
export interface Monitor {
  readonly runsIn: 'server';
  readonly store: Store;
  readonly fleet: LiveFleet;
  readonly commits: CommitQueue;
  /** The queue of all long work, of HTTP calls and of the bot. */
  readonly turns: Turns;
  /** Dates everything. At start it is the machine's, and `ClockWatch` takes its place. */
  clock: Clock;
  readonly setTimer: SetTimer;
  readonly log: Logger;
  /** The settings in force; replaced as a whole when an operator saves. */
  settings: Settings;
  /** The last time in which this server could not see. Null: none is known. */
  lastGap: ObservationGap | null;
  /** The last time in which no board could reach this server, as await-boards.ts uses it. Null: none is known. */
  absence: Absence | null;
  /** The same of some boards only. */
  partAbsence: PartAbsence | null;
  /** When this process last noticed that it is awake, monotonic ms. Null: not in this run. */
  awakeMono: number | null;
  /** The last standstill of this process that was noticed. Null: there was none. */
  standstill: Standstill | null;
  /** Since when this server's own line works, epoch ms. Infinity: it is dead; -Infinity: it never was. */
  lineUpSince: number;
  /** Whether a caller's address is in a network of this machine's own, which a dead line does not touch. */
  readonly isNear: (address: string) => boolean;
  /**
   * Addresses of the machines of this installation, for its devices; replaced as a whole. Null: it is one machine.
   */
  servers: readonly string[] | null;
  /** How much one device may send: heartbeats and events. */
  readonly deviceRate: Rate;
  /** Where alerts go for customers; replaced as a whole when a channel comes or leaves. */
  channels: ChannelsInUse;
  /** The kinds of message that are not told on one of them, where there are such; replaced with them. */
  leftOut: ReadonlyMap<ChannelName, ReadonlySet<NotificationKind>>;
  /** Called after a commit that queued notifications, so that they need not wait for a tick. */
  readonly wakeOutbox: () => void;
  /** Called when a device may no longer log in, so that its open session ends at once. */
  readonly onDeviceRefused: (deviceId: string) => void;
  /** Sends a command over MQTT. False: the device has no session here that listens. */
  readonly publishCommand: (deviceId: string, command: DeviceCommand) => boolean;
  readonly sessionUses: SessionUses;
  readonly proofs: SessionProofs;
  /** Undefined: this is the only machine. */
  readonly replication?: Replicated | undefined;
  readonly counters: MonitorCounters;
}

/** Totals since start, for /metrics. */
interface MonitorCounters {
  heartbeats: number;
  reports: number;
  repeatedReports: number;
  outagesOpened: number;
  outagesClosed: number;
}
