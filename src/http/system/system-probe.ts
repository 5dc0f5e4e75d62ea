import type { BackupStanding } from '../../actions/backups/keep-backups.ts';
import type { Instant } from '../../domain/instant.ts';
import type { ChannelStanding } from '../../domain/system/channel-standing.ts';
import type { ClusterStatus } from '../../domain/system/cluster.ts';
import type { MapFile } from '../../domain/system/map-file.ts';
import type { BackupFailure } from '../../store/backups/backup-state.ts';

/** Facts that only the process knows about itself; given by `main` or a test. */
export interface SystemProbe {
  /** Time since it was started. */
  readonly uptimeMs: () => number;
  /** Null without a bot. */
  readonly bot: () => {
    readonly state: 'off' | 'polling' | 'conflict' | 'unreachable' | 'refused';
    /** Epoch ms. */
    readonly since: number;
    readonly detail: string | null;
    readonly username: string | null;
  } | null;
  /** The channels that are set up. */
  readonly channels: () => readonly ChannelStanding[];
  readonly broker: () => {
    readonly kind: 'embedded' | 'external';
    readonly isListening: boolean;
    readonly detail: string | null;
    readonly port: number | null;
    readonly tlsPort: number | null;
    readonly sessions: number | null;
  };
  readonly isBlind: () => boolean;
  /** The state of the cluster's machines. Null: there is only this one. */
  readonly cluster: () => ClusterStatus | null;
  /** Over the last hour. Null: not known. */
  readonly bytesWrittenPerHour: () => number | null;
  readonly databaseBytes: () => { readonly file: number; readonly wal: number };
  readonly disk: () => { readonly freeBytes: number; readonly totalBytes: number } | null;
  /** The operator's map of streets. Null: there is none. */
  readonly map: () => MapFile | null;
  /** The state of the scheduled backups and of the copies elsewhere. */
  readonly backups: (now: Instant) => BackupStanding;
  /** Times in epoch ms. Null: no domain is set. */
  readonly certificate: () => {
    readonly domain: string;
    /** Null: there is none yet. */
    readonly until: number | null;
    readonly failure: Omit<BackupFailure, 'lastAt'> | null;
  } | null;
}

/** One figure of /metrics, in Prometheus' words. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly values: readonly {
    readonly labels?: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}
