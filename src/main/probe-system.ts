import type { BackupKeeper } from '../actions/backups/keep-backups.ts';
import type { DeadlineSweep } from '../actions/fleet/sweep-deadlines.ts';
import type { SystemProbe } from '../http/system/system-probe.ts';
import type { Config } from '../installation/config.ts';
import { readMapFile } from '../installation/map-file.ts';
import { databasePath } from '../installation/paths.ts';
import type { DiskWrites } from '../server/disk-writes.ts';
import { readDatabaseBytes, readDiskSpace } from '../store/engine/disk-space.ts';
import type { Channels } from './channels.ts';
import type { Mqtt } from './start-mqtt.ts';

interface ProbedParts {
  readonly config: Config;
  readonly mqtt: Mqtt;
  readonly channels: Pick<Channels, 'companionOf' | 'standings'>;
  readonly sweep: DeadlineSweep;
  readonly writes: DiskWrites;
  readonly keeper: BackupKeeper;
  readonly certificate: SystemProbe['certificate'];
  readonly cluster: SystemProbe['cluster'];
  readonly uptimeMs: () => number;
}

/** Reads the process for the system page, when it is asked for. */
export function probeSystem(parts: ProbedParts): SystemProbe {
  const { config, mqtt, channels, sweep, writes, keeper } = parts;
  return {
    uptimeMs: parts.uptimeMs,
    bot: () => channels.companionOf('telegram')?.status() ?? null,
    channels: () => channels.standings(),
    broker: () => ({
      kind: mqtt.broker === null ? 'external' : 'embedded',
      isListening: mqtt.isListening(),
      detail: mqtt.external?.status().problem ?? null,
      port: mqtt.broker === null ? mqtt.endpoint(false).port : mqtt.broker.port,
      tlsPort: mqtt.broker?.tlsPort ?? null,
      sessions: mqtt.broker?.sessions() ?? null,
    }),
    isBlind: () => sweep.isBlind,
    cluster: parts.cluster,
    bytesWrittenPerHour: () => writes.bytesPerHour(),
    databaseBytes: () => readDatabaseBytes(databasePath(config.data)),
    disk: () => readDiskSpace(config.data),
    map: () => readMapFile(config.data),
    backups: (now) => keeper.standing(now),
    certificate: parts.certificate,
  };
}
