/** A place besides the data directory where copies go: another disk, or another building. */
export interface BackupTarget {
  readonly kind: 'directory' | 's3';
  /** For people; contains nothing secret. */
  readonly where: string;
  /** The copies with our names that lie there. */
  list(): Promise<StoredBackup[]>;
  /** Stores a file under its name; a reader sees all of it or nothing. */
  put(path: string, name: string): Promise<void>;
  /** Copies a file back, to a path that does not exist yet. */
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

/**
 * A copy could not be sent to, or fetched from, a target. The message is one sentence for the operator.
 */
export class TargetFailed extends Error {
  override readonly name = 'TargetFailed';
}
