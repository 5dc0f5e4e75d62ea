import type { ServerAnswer } from '../../src/cli/ask-server.ts';
import type { Patient } from '../../src/cli/doctor/finding.ts';
import type { SystemAnswer } from '../../src/contract/system/system.ts';
import { loadConfig } from '../../src/installation/config.ts';
import { HttpWorld } from './http-world.ts';
import { testStart } from './monitor.ts';
import { tempDir } from './temp-dir.ts';

/** Somebody for the doctor: a fresh data directory, no server and no bot, unless told otherwise. */
export function makePatient(
  env: Readonly<Record<string, string>> = {},
  changes: Partial<Omit<Patient, 'config'>> = {},
): Patient {
  const data = tempDir('faiwatch-patient');
  return {
    config: loadConfig({ data }, env),
    nowMs: testStart,
    isRunning: false,
    server: null,
    messenger: null,
    ...changes,
  };
}

/** What a running server of which all is well says of itself. */
export async function askWellServer(
  change: (system: SystemAnswer) => Partial<SystemAnswer> = () => ({}),
): Promise<ServerAnswer> {
  const world = new HttpWorld();
  const { body } = await world.get('/api/system', await world.admin());
  const system: SystemAnswer = body.data;
  return { kind: 'system', system: { ...system, ...change(system) } };
}
