import { restartTo, type ServiceControl } from './restart-service.ts';
import { swapBack } from './swap.ts';

export interface RollBackOptions {
  readonly binary: string;
  /** The release of before. */
  readonly version: string;
  readonly service: ServiceControl;
  readonly waitSeconds: number;
  /** Whether the new release has changed the database, so that the one before cannot read it. */
  readonly isDatabaseNewer: () => boolean;
  /** The backup that the new release made before it did so; null: there is none. */
  readonly findBackup: () => string | null;
  /** Has the executable of before put that in place. */
  readonly restore: (backup: string) => void;
}

/**
 * Goes back to the executable of before, and to the database of before where the new release has
 * changed it: what that did not become ready for is not lost, since it took nothing in.
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
