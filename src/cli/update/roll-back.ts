import { restartTo, type ServiceControl } from './restart-service.ts';
import { swapBack } from './swap.ts';

export interface RollBackOptions {
  readonly binary: string;
  /** The former release. */
  readonly version: string;
  readonly service: ServiceControl;
  readonly waitSeconds: number;
  /** Whether the new release has migrated the database, so that the former one cannot read it. */
  readonly isDatabaseNewer: () => boolean;
  /** Finds the backup that the new release made before the migration. Null: there is none. */
  readonly findBackup: () => string | null;
  /** Has the former executable restore that backup. */
  readonly restore: (backup: string) => void;
}

/**
 * Goes back to the former executable, and to the former database if the new release has migrated it.
 * Nothing is lost: the new release was never ready, so it stored nothing.
 * @returns whether the service is ready again
 */
export async function rollBack(options: RollBackOptions): Promise<boolean> {
  const { binary, version, service, waitSeconds } = options;
  service.stop();
  swapBack(binary);
  if (options.isDatabaseNewer()) {
    const backup = options.findBackup();
    if (backup === null) return false;
    options.restore(backup);
  }
  return restartTo(version, service, waitSeconds);
}
