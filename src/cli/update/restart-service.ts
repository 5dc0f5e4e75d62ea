/** How the service is brought to run another executable, and found to be ready. */
export interface ServiceControl {
  restart(): void;
  stop(): void;
  /** The release that answers `/readyz`; null: none does. */
  askRelease(): Promise<string | null>;
  sleep(ms: number): Promise<void>;
}

const pauseMs = 1_000;

/** Whether a release becomes ready in time. */
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
