/** Starts FaiWatch as a process of its own, from the executable or from source. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findMetricsToken } from '../../../src/installation/metrics-token.ts';
import { readLines } from './child-lines.ts';

export interface StartServerOptions {
  /** Path of the executable; not given: `bun src/cli/main.ts`. */
  readonly binary?: string | undefined;
  /**
   * Added to an environment without any FAIWATCH_ variable of the caller's, in which every module is on. What is
   * undefined is not set.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Added after `serve --data … --host 127.0.0.1 --port 0 --mqtt-port 0`; a later flag wins. */
  readonly args?: readonly string[];
  /** An open file that the log goes to; then `readStderr` has nothing of it. */
  readonly stderr?: number | undefined;
  /** Where the process starts; default: where this one did. */
  readonly cwd?: string;
  /** Kept when given; else a temporary folder that goes when the server is stopped. */
  readonly dataDir?: string | undefined;
  /** Default 15 s. */
  readonly readyTimeoutMs?: number;
}

export interface RunningServer {
  readonly http: number;
  /** Null when no broker was started. */
  readonly mqtt: number | null;
  /** Null without a certificate. */
  readonly mqtts: number | null;
  readonly version: string;
  readonly pid: number;
  readonly dataDir: string;
  /** From spawn to the ready line. */
  readonly startMs: number;
  /** Settles with the exit code (or 128 + signal) when the process ends for any reason. */
  readonly exited: Promise<number>;
  /** Bytes the whole process wrote to the disk (see process-stats.ts); null until it has ended. */
  totalWrittenBytes(): number | null;
  /** What /metrics answers. @param url of the server, if that is not plain HTTP on this machine */
  readMetrics(url?: string): Promise<string>;
  /** What it wrote to stderr so far. */
  readStderr(): Promise<string>;
  /** SIGTERM, and SIGKILL after 10 s; gives the exit code. Removes a temporary data folder. */
  stop(): Promise<number>;
  /** SIGKILL, for tests of what survives; the data folder stays until `removeData`. */
  kill(): Promise<void>;
  /** Removes what this start created in the temporary folder. */
  removeData(): Promise<void>;
}

const readySchema = z.object({
  ready: z.literal(true),
  http: z.int(),
  mqtt: z.int().nullish(),
  mqtts: z.int().nullish(),
  version: z.string(),
});

const repositoryDir = join(import.meta.dir, '..', '..', '..');

/** The built executable, or undefined (then benches run from source and say so). */
export function findBinary(): string | undefined {
  const path = join(repositoryDir, 'dist', 'faiwatch');
  return existsSync(path) ? path : undefined;
}

/** Servers that are measured and tested can do everything, unless a test says otherwise. */
export const everyModule = { FAIWATCH_EXTRAS: 'all' };
/** For an executable of a release that had no modules, and refuses the setting. */
export const beforeModules = { FAIWATCH_EXTRAS: undefined };

/** @throws Error with the server's stderr when it ends or stays silent instead of getting ready. */
export async function startServer(options: StartServerOptions = {}): Promise<RunningServer> {
  const workDir = await mkdtemp(join(tmpdir(), 'faiwatch-server-'));
  const dataDir = options.dataDir ?? join(workDir, 'data');
  const stderrPath = join(workDir, 'stderr.log');
  const command = options.binary
    ? [options.binary]
    : [process.execPath, join(repositoryDir, 'src', 'cli', 'main.ts')];
  const startedAt = performance.now();
  const child = Bun.spawn(
    [
      ...command,
      ...['serve', '--data', dataDir, '--host', '127.0.0.1', '--port', '0', '--mqtt-port', '0'],
      ...(options.args ?? []),
    ],
    {
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      env: { ...withoutOurVariables(process.env), ...everyModule, ...options.env },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: options.stderr ?? Bun.file(stderrPath),
    },
  );
  const removeData = () => rm(workDir, { recursive: true, force: true });
  const readStderr = () => Bun.file(stderrPath).text();
  const kill = async () => {
    child.kill('SIGKILL');
    await child.exited;
  };

  const ready = await waitForReady(child.stdout, options.readyTimeoutMs ?? 45_000);
  const startMs = performance.now() - startedAt;
  if (typeof ready === 'string') {
    // A process that has closed its stdout is about to end, and its exit code explains why.
    if (ready === 'closed') await Promise.race([child.exited, Bun.sleep(1000)]);
    const code = child.exitCode ?? child.signalCode;
    await kill();
    const said = (await readStderr()).slice(-2000);
    await removeData();
    const fate = code === null ? 'did not get ready' : `ended with ${code}`;
    throw new Error(`The server ${fate}. It said:\n${said}`);
  }
  return {
    http: ready.http,
    mqtt: ready.mqtt ?? null,
    mqtts: ready.mqtts ?? null,
    version: ready.version,
    pid: child.pid,
    dataDir,
    startMs,
    exited: child.exited,
    totalWrittenBytes() {
      // ru_oublock, in blocks of 512 bytes: the same count as /proc/PID/io's write_bytes.
      const blocks = child.resourceUsage()?.ops.out;
      return blocks === undefined ? null : Number(blocks) * 512;
    },
    async readMetrics(url = `http://127.0.0.1:${ready.http}`) {
      const token = findMetricsToken({ data: dataDir, metrics_token: undefined });
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${url}/metrics`, { headers })).text();
    },
    readStderr,
    kill,
    removeData,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      const code = await child.exited;
      clearTimeout(timer);
      await removeData();
      return code;
    },
  };
}

type Ready = z.infer<typeof readySchema>;

/** The ready line, or why there is none: stdout was closed, or the time is over. */
async function waitForReady(
  stdout: ReadableStream<Uint8Array>,
  timeoutMs: number,
): Promise<Ready | 'closed' | 'late'> {
  const { promise, resolve } = Promise.withResolvers<Ready | 'closed' | 'late'>();
  const timer = setTimeout(() => resolve('late'), timeoutMs);
  const watch = async () => {
    // Read to the end, so that a chatty server never blocks on a full pipe.
    for await (const line of readLines(stdout)) {
      const ready = readySchema.safeParse(parseJson(line));
      if (ready.success) resolve(ready.data);
    }
    resolve('closed');
  };
  watch().catch(() => resolve('closed'));
  return promise.finally(() => clearTimeout(timer));
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The environment for a child that is to see only the settings given to it. */
export function withoutOurVariables(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('FAIWATCH_')));
}
