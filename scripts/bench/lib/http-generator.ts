/**
 * HTTP load, in a process of its own and on raw keep-alive sockets without pipelining:
 *
 *   bun scripts/bench/lib/http-generator.ts --port P --connections C --seconds S \
 *     --credentials FILE|none [--path /api/device/v1/heartbeat] [--warmup S]
 *
 * Every connection is one device: it posts a heartbeat with its own bearer token, waits for the
 * answer, and posts the next one. Prints one JSON line (HttpLoadResult).
 */
import { parseArgs } from 'node:util';
import type { Socket, TCPSocketConnectOptions } from 'bun';
import { type Credential, readCredentials } from './credentials.ts';
import { incrementDigits, makeHeartbeatBody, seqDigits } from './heartbeat-body.ts';
import { HttpAnswerParser } from './http-answers.ts';

export interface HttpLoadOptions {
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  /** How long is measured, after the warm-up. */
  readonly seconds: number;
  readonly warmupSeconds: number;
  readonly credentials: readonly Credential[];
}

export interface HttpLoadResult {
  readonly connections: number;
  readonly seconds: number;
  /** Answers 200–299. */
  readonly ok: number;
  readonly perSecond: number;
  /** Other answers, by status. */
  readonly otherStatuses: Readonly<Record<string, number>>;
  /** Connections that failed or were lost before the end. */
  readonly errors: number;
  /** Share of one core the generator itself used while measuring; near 1, it was the limit. */
  readonly generatorCpu: number;
}

class Client {
  readonly parser = new HttpAnswerParser();
  readonly request: Uint8Array;
  private readonly seqOffset: number;
  private unwritten: Uint8Array | undefined;

  constructor({ device_token: token }: Credential, path: string, port: number) {
    const body = makeHeartbeatBody(Date.now());
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.bytes.length}`,
      '\r\n',
    ].join('\r\n');
    this.request = Buffer.concat([new TextEncoder().encode(head), body.bytes]);
    this.seqOffset = head.length + body.seqOffset;
  }

  post(socket: Socket<Client>): void {
    incrementDigits(this.request, this.seqOffset, seqDigits);
    this.write(socket, this.request);
  }

  drain(socket: Socket<Client>): void {
    const rest = this.unwritten;
    this.unwritten = undefined;
    if (rest) this.write(socket, rest);
  }

  private write(socket: Socket<Client>, bytes: Uint8Array): void {
    const written = Math.max(0, socket.write(bytes));
    if (written < bytes.length) this.unwritten = bytes.slice(written);
  }
}

/** Runs one load and returns its result. */
async function runHttpLoad(options: HttpLoadOptions): Promise<HttpLoadResult> {
  const statuses = new Map<number, number>();
  let ok = 0;
  let errors = 0;
  let isEnding = false;

  const handlers: TCPSocketConnectOptions<Client>['socket'] = {
    binaryType: 'uint8array',
    open(socket) {
      socket.setNoDelay(true);
      socket.data.post(socket);
    },
    data(socket, chunk) {
      const status = socket.data.parser.parse(chunk);
      if (status === 0) return;
      if (status >= 200 && status < 300) ok++;
      else statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (!isEnding) socket.data.post(socket);
    },
    drain: (socket) => socket.data.drain(socket),
    close() {
      if (!isEnding) errors++;
    },
    // `close` follows; without this handler Bun would end the process.
    error: () => {},
    connectError() {
      errors++;
    },
  };
  const opened = await Promise.allSettled(
    options.credentials.slice(0, options.connections).map((credential) =>
      Bun.connect({
        hostname: '127.0.0.1',
        port: options.port,
        data: new Client(credential, options.path, options.port),
        socket: handlers,
      }),
    ),
  );
  const sockets = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));

  await Bun.sleep(options.warmupSeconds * 1000);
  const okBefore = ok;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await Bun.sleep(options.seconds * 1000);
  const seconds = (performance.now() - startedAt) / 1000;
  const measured = ok - okBefore;
  const cpu = process.cpuUsage(cpuBefore);

  isEnding = true;
  for (const socket of sockets) socket.end();
  return {
    connections: sockets.length,
    seconds: Number(seconds.toFixed(3)),
    ok: measured,
    perSecond: Math.round(measured / seconds),
    otherStatuses: Object.fromEntries(statuses),
    errors,
    generatorCpu: Number(((cpu.user + cpu.system) / 1e6 / seconds).toFixed(2)),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      path: { type: 'string', default: '/api/device/v1/heartbeat' },
      connections: { type: 'string', default: '64' },
      seconds: { type: 'string', default: '5' },
      warmup: { type: 'string', default: '1' },
      credentials: { type: 'string', default: 'none' },
    },
  });
  const connections = Number(values.connections);
  const result = await runHttpLoad({
    port: Number(values.port),
    path: values.path,
    connections,
    seconds: Number(values.seconds),
    warmupSeconds: Number(values.warmup),
    credentials: readCredentials(values.credentials, connections),
  });
  console.log(JSON.stringify(result));
  process.exit(0);
}
