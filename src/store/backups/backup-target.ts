/** A place besides the data directory where copies go: another disk, or another house. */
export interface BackupTarget {
  readonly kind: 'directory' | 's3';
  /** For people; without anything secret. */
  readonly where: string;
  /** What lies there under names of ours. */
  list(): Promise<StoredBackup[]>;
  /** Puts a file there under its name; whoever looks sees all of it or nothing. */
  put(path: string, name: string): Promise<void>;
  /** Brings a file back, to a path that is not there yet. */
  fetch(name: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface StoredBackup {
  readonly name: string;
  readonly bytes: number;
  /** Epoch ms, by its name. */
  readonly createdAt: number;
  readonly reason: string;
}

/** A copy could not be brought to, or from, a target; one sentence for the operator. */
export class TargetFailed extends Error {
  override readonly name = 'TargetFailed';
}
