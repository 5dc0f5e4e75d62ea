import type { BackupKeeper } from '../actions/backups/keep-backups.ts';
import { DeadlineSweep } from '../actions/fleet/sweep-deadlines.ts';
import type { Time } from '../domain/instant.ts';
import { type ClusterDetail, findClusterProblems } from '../domain/system/cluster-problems.ts';
import type { SystemProblem } from '../domain/system/system-problems.ts';
import type { ConsoleSettingsAccess } from '../http/engine/api-context.ts';
import { PlainPeople } from '../http/people/plain-people.ts';
import { readProblems } from '../http/system/admin-system.ts';
import type { SystemProbe } from '../http/system/system-probe.ts';
import { makeBackupKeeper, openBackupShelf } from '../installation/backups.ts';
import type { Config } from '../installation/config.ts';
import { seesAny } from '../outbound/look-out.ts';
import { DiskWrites } from '../server/disk-writes.ts';
import { makeWatchdog } from '../server/look-after-service.ts';
import { LoopLag } from '../server/loop-lag.ts';
import type { PingWatchdog } from '../server/ping-watchdog.ts';
import type { BackupShelf } from '../store/backups/backup-shelf.ts';
import type { Channels } from './channels.ts';
import { makeConsoleSettings } from './console-settings.ts';
import type { Doors } from './open-doors.ts';
import { probeSystem } from './probe-system.ts';
import type { Mqtt } from './start-mqtt.ts';
import type { WatchedFleet } from './watch-fleet.ts';

export interface SelfCare {
  readonly sweep: DeadlineSweep;
  readonly writes: DiskWrites;
  readonly backups: BackupShelf;
  readonly keeper: BackupKeeper;
  readonly settings: ConsoleSettingsAccess;
  readonly system: SystemProbe;
  readonly plainPeople: PlainPeople;
  readonly loopLag: LoopLag;
  /** Null: no address is configured. */
  readonly watchdog: PingWatchdog | null;
  findProblems(): readonly SystemProblem[];
  /** Additions to the words about some of them. */
  findDetails(): readonly ClusterDetail[];
}

/**
 * Makes the parts that judge silence, keep backups, and know the state of the server.
 * @param probes `doors` gives null until the doors are open
 */
export function lookAfterItself(
  { monitor, startedAt }: WatchedFleet,
  channels: Channels,
  mqtt: Mqtt,
  probes: {
    readonly doors: () => Doors | null;
    readonly cluster: SystemProbe['cluster'];
  },
  config: Config,
  time: Time,
): SelfCare {
  const monoMs = () => time.clock().monoMs;
  const { uplink_targets: targets } = config;
  const sweep = new DeadlineSweep(monitor, {
    look: targets && (() => seesAny(targets, channels.outbox.services())),
    isListening: () => mqtt.isListening(),
  });
  channels.onTrouble = () => sweep.doubt();
  const writes = new DiskWrites(monoMs);
  const backups = openBackupShelf(config.data);
  const keeper = makeBackupKeeper(monitor, backups, config);
  const system = probeSystem({
    config,
    mqtt,
    channels,
    sweep,
    writes,
    keeper,
    certificate: () => probes.doors()?.certificate() ?? null,
    cluster: probes.cluster,
    uptimeMs: () => monoMs() - startedAt.monoMs,
  });
  const plainPeople = new PlainPeople();
  const settings = makeConsoleSettings(config, keeper);
  return {
    settings,
    sweep,
    writes,
    backups,
    keeper,
    system,
    plainPeople,
    loopLag: new LoopLag(monoMs),
    watchdog: makeWatchdog(config, monitor),
    findDetails() {
      const cluster = probes.cluster();
      return cluster === null ? [] : findClusterProblems(cluster, time.clock().wallMs);
    },
    findProblems: () => readProblems({ monitor, backups, system, plainPeople }, time.clock()),
  };
}
