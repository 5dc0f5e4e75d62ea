import { existsSync } from 'node:fs';
import { defaultSettings } from '../../domain/system/settings.ts';
import { loadConfig } from '../../installation/config.ts';
import { databasePath } from '../../installation/paths.ts';
import { realTime } from '../../server/clock.ts';
import { withData } from '../open-data.ts';
import { CommandFailed } from '../output.ts';
import { compareWithRecord } from './compare-with-record.ts';
import { FirmwareFleet } from './firmware-fleet.ts';
import type { DeviceCredential } from './fleet.ts';
import type { OutageOrder } from './outage-option.ts';
import { type DevicePlan, endOfPlan, makePlan, PlanError } from './plan.ts';
import { Progress } from './progress.ts';
import { provideKeys, readKeysFile } from './provide-keys.ts';
import { RecordReader } from './read-record.ts';
import { Simulation, SimulationFailed } from './simulation.ts';
import type { Summary } from './summary.ts';
import { VirtualFleet } from './virtual-fleet.ts';

export interface SimulateRequest {
  readonly devices: number;
  /** Path of simdevice, whose boards are the devices. Null: the devices are virtual. */
  readonly firmware: string | null;
  /** All machines of one server; more than one only for virtual devices. */
  readonly servers: readonly [URL, ...URL[]];
  readonly mqttUrl: string | null;
  readonly transport: 'mqtt' | 'http';
  readonly outages: readonly OutageOrder[];
  /** Null: until the outages are over. */
  readonly durationMs: number | null;
  readonly intervalMs: number | null;
  readonly seed: string;
  readonly keysFile: string | null;
  readonly data: string | undefined;
  readonly phone: string | null;
}

/** The least time between outages of one device is the recovery delay and this, in ms. */
const separationMarginMs = 30_000;
/** Time that the fleet runs after the last outage, and without outages, in ms. */
const afterLastOutageMs = 10_000;
const withoutOutagesMs = 60_000;
/** Time within which a device is heard after its outage, including back-off, in ms. */
const settlePatienceMs = 60_000;

/**
 * Runs devices against a server and compares what happened with what the server recorded.
 * @param signal ends the simulation early. The comparison follows all the same
 * @throws CommandFailed
 */
export async function runSimulation(
  request: SimulateRequest,
  output: { readonly write: (text: string) => void; readonly isTerminal: boolean },
  signal: AbortSignal,
): Promise<Summary> {
  const { data: dataDir } = loadConfig({ data: request.data }, process.env);
  const reader = openRecord(dataDir);
  try {
    const settings = 'leftOut' in reader ? defaultSettings : reader.settings();
    const plan = planFor(request, settings.recoveryDelay * 60_000 + separationMarginMs);
    if (!('leftOut' in reader)) refuseUsedSeed(reader, plan, request.seed);
    const credentials = await credentialsFor(request, dataDir, plan);
    const fleet =
      request.firmware === null
        ? new VirtualFleet({ ...request, plan, credentials })
        : new FirmwareFleet({
            ...request,
            server: request.servers[0],
            program: request.firmware,
            plan,
            credentials,
          });
    const simulation = new Simulation(plan, fleet);
    const progress = new Progress(output.write, output.isTerminal, () => simulation.stats);
    try {
      const begunAt = realTime.clock();
      await play(simulation, request, plan, progress, signal);
      const outcome =
        'leftOut' in reader
          ? reader
          : await compareWithRecord(
              simulation,
              reader,
              begunAt.wallMs,
              settings.heartbeatTimeout * 1000,
            );
      progress.end();
      const durationSeconds = Math.round((realTime.clock().monoMs - begunAt.monoMs) / 1000);
      return { seed: request.seed, durationSeconds, stats: simulation.stats, outcome };
    } finally {
      progress.end();
      await simulation.stop();
    }
  } catch (error) {
    if (error instanceof SimulationFailed) throw new CommandFailed(error.message);
    throw error;
  } finally {
    if (!('leftOut' in reader)) reader.close();
  }
}

function openRecord(dataDir: string): RecordReader | { readonly leftOut: string } {
  try {
    return new RecordReader(dataDir);
  } catch (error) {
    return { leftOut: (error as Error).message };
  }
}

function planFor(request: SimulateRequest, separationMs: number): DevicePlan[] {
  try {
    return makePlan({
      seed: request.seed,
      deviceCount: request.devices,
      orders: request.outages,
      separationMs,
    });
  } catch (error) {
    if (error instanceof PlanError) throw new CommandFailed(error.message, 2);
    throw error;
  }
}

/** Refuses a seed that was used before: its boot ids and counters would be repeats to the server. */
function refuseUsedSeed(reader: RecordReader, plan: readonly DevicePlan[], seed: string): void {
  const known = reader.countDevices(plan.map((device) => device.deviceId));
  if (known === 0) return;
  throw new CommandFailed(
    `seed ${seed} was used on this server before: what its devices report would count as repeats; take another seed`,
    2,
  );
}

async function credentialsFor(
  request: SimulateRequest,
  dataDir: string,
  plan: readonly DevicePlan[],
): Promise<DeviceCredential[]> {
  const { keysFile, phone } = request;
  if (keysFile !== null) return readKeysFile(keysFile, plan.length, phone);
  if (!existsSync(databasePath(dataDir))) {
    throw new CommandFailed(
      `there is no database in ${dataDir} to make activation keys in: name the server's with --data, or give keys with --keys`,
    );
  }
  return withData(request.data === undefined ? {} : { data: request.data }, (opened) =>
    provideKeys(opened.monitor, plan.length, phone, realTime.clock()),
  );
}

async function play(
  simulation: Simulation,
  request: SimulateRequest,
  plan: readonly DevicePlan[],
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  progress.begin('connecting');
  await simulation.bringOnline(30_000 + plan.length * 20, signal);
  progress.begin('running');
  simulation.play();
  announceOutages(plan, progress, signal);
  const endMs = endOfPlan(plan);
  const usualMs = endMs === 0 ? withoutOutagesMs : endMs + afterLastOutageMs;
  await simulation.playUntil(request.durationMs ?? usualMs, signal);
  progress.begin('settling');
  await simulation.settle(settlePatienceMs, signal);
}

/** Announces each outage in one line for all its devices. */
function announceOutages(
  plan: readonly DevicePlan[],
  progress: Progress,
  signal: AbortSignal,
): void {
  const begins = new Map<string, { startMs: number; text: string; count: number }>();
  for (const { outages } of plan) {
    for (const { kind, startMs, endMs } of outages) {
      const key = `${kind} ${startMs} ${endMs}`;
      const text = `${kind} for ${Math.round((endMs - startMs) / 1000)} s`;
      const count = (begins.get(key)?.count ?? 0) + 1;
      begins.set(key, { startMs, text, count });
    }
  }
  for (const { startMs, text, count } of begins.values()) {
    const cancel = realTime.setTimer(startMs, () => progress.say(`outage: ${count} × ${text}`));
    signal.addEventListener('abort', cancel);
  }
}
