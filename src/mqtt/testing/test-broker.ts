import type { Logger } from '../../domain/logger.ts';
import { realTime } from '../../server/clock.ts';
import { type Broker, type BrokerOptions, startBroker } from '../broker.ts';
import { FakeIngest } from './fake-ingest.ts';

/** A log that can be read back. */
export class MemoryLog implements Logger {
  readonly lines: { level: string; fields: Record<string, unknown>; message: string }[] = [];

  debug = (fields: object, message: string) => this.#write('debug', fields, message);
  info = (fields: object, message: string) => this.#write('info', fields, message);
  warn = (fields: object, message: string) => this.#write('warn', fields, message);
  error = (fields: object, message: string) => this.#write('error', fields, message);

  #write(level: string, fields: object, message: string): void {
    this.lines.push({ level, fields: { ...fields }, message });
  }
}

export interface TestBroker {
  readonly broker: Broker;
  readonly port: number;
  readonly ingest: FakeIngest;
  readonly log: MemoryLog;
}

/** Starts a broker with a fake server behind it, on a free port of the loopback interface. */
export async function startTestBroker(options: Partial<BrokerOptions> = {}): Promise<TestBroker> {
  const ingest = new FakeIngest();
  const log = new MemoryLog();
  const broker = await startBroker({
    ...{ ingest, log, time: realTime, host: '127.0.0.1', port: 0 },
    ...options,
  });
  return { broker, port: broker.port ?? 0, ingest, log };
}

/** A busy machine gets nearly as long as a test may take. */
const patienceMs = 50_000;

/** Looks every few milliseconds whether the claim holds, where no event tells. */
export async function eventually(claim: () => boolean): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!claim()) {
    if (performance.now() > deadline) throw new Error(`Not within ${patienceMs} ms: ${claim}`);
    await Bun.sleep(5);
  }
}

/** A valid heartbeat. @param fields override its own */
export function beat(fields: object = {}): object {
  return {
    boot_id: '0a0b0c0d',
    seq: 1,
    uptime_ms: 60_000,
    reset_reason: 'power_on',
    power: 'UP',
    has_mains_sense: false,
    ...fields,
  };
}

/** A valid power report. @param fields override its own */
export function powerDown(fields: object = {}): object {
  return { boot_id: '0a0b0c0d', seq: 1, type: 'POWER_DOWN', age_ms: 0, ...fields };
}
