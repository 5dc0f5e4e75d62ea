/** The service as an update controls it. */
export interface ServiceControl {
  restart(): void;
  stop(): void;
  /** The release that answers `/readyz`. Null: none does. */
  askRelease(): Promise<string | null>;
  sleep(ms: number): Promise<void>;
}

const pauseMs = 1_000;

/** Restarts the service. @returns whether the release becomes ready in time */
export async function restartTo(
  version: string,
  service: ServiceControl,
  waitSeconds: number,
): Promise<boolean> {
  service.restart();
  for (let waited = 0; waited < waitSeconds; waited += pauseMs / 1000) {
    await service.sleep(pauseMs);
    if ((await service.askRelease()) === version) return true;
  }
  return false;
}
