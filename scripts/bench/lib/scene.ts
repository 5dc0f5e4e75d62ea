/** A folder and a fleet for one run of a benchmark; everything in it is undone at its end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tell } from './bench.ts';
import type { Credential } from './credentials.ts';
import { type SeedOptions, seedFleet, writeCredentials } from './seed.ts';
import { seedHistory } from './seed-history.ts';

export interface Scene extends AsyncDisposable {
  readonly directory: string;
  readonly dataDir: string;
  readonly databasePath: string;
  readonly credentials: readonly Credential[];
  readonly credentialsPath: string;
  /** Something to undo, last first. */
  defer(undo: () => unknown): void;
}

const dayMs = 86_400_000;

export interface SceneOptions extends Omit<SeedOptions, 'now'> {
  /** Stored events of each device, outages among them, over the last 29 days; default 0. */
  readonly eventsPerDevice?: number;
}

/**
 * Lies on a real disk, where writes are counted. The temporary folder of many systems is in memory.
 * @param options who was enrolled, 40 days ago
 */
export async function openScene(
  name: string,
  { eventsPerDevice = 0, ...fleet }: SceneOptions,
): Promise<Scene> {
  const parent = process.env['BENCH_DIR'] ?? '/var/tmp';
  const directory = await mkdtemp(join(parent, `faiwatch-bench-${name}-`));
  const dataDir = join(directory, 'data');
  const credentialsPath = join(directory, 'credentials.jsonl');
  const databasePath = join(dataDir, 'faiwatch.db');
  const now = Date.now();
  const credentials = seedFleet(dataDir, { ...fleet, now: now - 40 * dayMs });
  writeCredentials(credentialsPath, credentials);
  if (eventsPerDevice > 0) {
    tell('writing the history');
    // Within the 30 days for which roll-ups are kept, so that nothing of it is pruned.
    seedHistory(databasePath, {
      devices: fleet.devices,
      eventsPerDevice,
      from: now - 29 * dayMs,
      to: now - dayMs,
      kind: 'mixed',
    });
  }
  const undos: (() => unknown)[] = [() => rm(directory, { recursive: true, force: true })];
  return {
    directory,
    dataDir,
    databasePath,
    credentials,
    credentialsPath,
    defer: (undo) => void undos.push(undo),
    async [Symbol.asyncDispose]() {
      const failures: unknown[] = [];
      for (const undo of undos.reverse()) {
        try {
          await undo();
        } catch (error) {
          // The rest is still undone. Otherwise a server would be left running.
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
