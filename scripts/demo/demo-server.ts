import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readLines } from '../bench/lib/child-lines.ts';
import { repositoryDir, webDistDir } from '../lib/paths.ts';

export interface DemoServer {
  readonly port: number;
  /** Settles with its exit code. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

const readySchema = z.object({ ready: z.literal(true), http: z.int() });
const logSchema = z.looseObject({
  level: z.string(),
  msg: z.string(),
  alert: z.string().optional(),
  to: z.string().optional(),
});
export type LogLine = z.infer<typeof logSchema>;

/** Builds the pages unless they are there. @throws Error when that fails */
export async function buildPagesIfMissing(): Promise<void> {
  if (existsSync(join(webDistDir, 'index.html'))) return;
  const build = Bun.spawn([process.execPath, 'scripts/build-web.ts'], {
    cwd: repositoryDir,
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if ((await build.exited) !== 0) throw new Error('the pages could not be built');
}

/**
 * Starts the real server on its own; no setting of the caller's environment reaches it.
 * @param preferredPort taken when it is free, else any
 * @param onLog every line it logs
 * @throws Error when it does not get ready
 */
export async function startDemoServer(
  dataDir: string,
  host: string,
  preferredPort: number,
  onLog: (line: LogLine) => void,
): Promise<DemoServer> {
  const port = isPortFree(host, preferredPort) ? preferredPort : 0;
  const child = Bun.spawn(
    [
      ...[process.execPath, 'src/cli/main.ts', 'serve', '--data', dataDir],
      ...['--host', host, '--port', String(port), '--mqtt-port', '0'],
    ],
    {
      cwd: repositoryDir,
      env: {
        ...Object.fromEntries(
          Object.entries(process.env).filter(([name]) => !name.startsWith('FAIWATCH_')),
        ),
        FAIWATCH_EXTRAS: 'all',
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  );
  const said: string[] = [];
  void relayLog(child.stderr, said, onLog);
  for await (const line of readLines(child.stdout)) {
    const ready = readySchema.safeParse(parseJson(line));
    if (!ready.success) continue;
    return {
      port: ready.data.http,
      exited: child.exited,
      async stop() {
        child.kill('SIGTERM');
        await child.exited;
      },
    };
  }
  await child.exited;
  throw new Error(`the server did not start:\n${said.join('\n')}`);
}

async function relayLog(
  stderr: ReadableStream<Uint8Array>,
  said: string[],
  onLog: (line: LogLine) => void,
): Promise<void> {
  for await (const text of readLines(stderr)) {
    if (said.length < 50) said.push(text);
    const line = logSchema.safeParse(parseJson(text));
    if (line.success) onLog(line.data);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPortFree(host: string, port: number): boolean {
  try {
    Bun.listen({ hostname: host, port, socket: { data: () => {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}
