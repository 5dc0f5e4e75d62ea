import type { AnyElysia } from 'elysia';
import type { SetTimer } from '../domain/instant.ts';
import { mqttWebSocketSettings } from '../mqtt/websocket.ts';
import type { AcceptGate } from '../server/accept-gate.ts';
import type { CertificateFiles } from '../server/certificate.ts';

/** Time that requests in flight have at a stop, in ms. */
const drainLimitMs = 500;

/** One port of an app, whose certificate may be exchanged while connections are open. */
export class HttpListener {
  readonly #app: AnyElysia;
  readonly #where: { readonly hostname: string; readonly port: number };
  readonly #setTimer: SetTimer;
  readonly gate: AcceptGate;
  /** Servers with an older certificate, which serve only connections that are open. */
  readonly #retired: Bun.Server<unknown>[] = [];

  /** @param gate that the app shuts */
  constructor(
    app: AnyElysia,
    host: string,
    port: number,
    { gate, setTimer }: { readonly gate: AcceptGate; readonly setTimer: SetTimer },
  ) {
    this.#app = app;
    this.#where = { hostname: host, port };
    this.#setTimer = setTimer;
    this.gate = gate;
  }

  /** Null before `listen`. */
  get port(): number | null {
    return this.#app.server?.port ?? null;
  }

  /**
   * Listens, or goes on with another certificate. Open connections stay.
   * @throws Error when the port is taken
   */
  listen(certificate: CertificateFiles | null): void {
    const { server } = this.#app;
    const port = server?.port ?? this.#where.port;
    this.gate.letGo();
    if (server !== null) {
      this.#retired.push(server);
      // A server keeps its first certificate, so another one replaces it. Nobody can connect in between.
      void server.stop();
    }
    this.#app.listen({
      websocket: mqttWebSocketSettings,
      hostname: this.#where.hostname,
      port,
      // By Elysia's default another program can share the port and get every other connection.
      reusePort: false,
      ...(certificate !== null && { tls: certificate }),
    });
    if (this.port !== null) this.gate.take(this.port);
  }

  /** Stops listening, and waits a moment for requests in flight. */
  async stop(): Promise<void> {
    this.gate.letGo();
    const { server } = this.#app;
    const servers = [...this.#retired, ...(server === null ? [] : [server])];
    const drained = Promise.all(servers.map((one) => one.stop()));
    const limit = Promise.withResolvers<void>();
    const cancelLimit = this.#setTimer(drainLimitMs, limit.resolve);
    await Promise.race([drained, limit.promise]);
    cancelLimit();
    await Promise.all(servers.map((one) => one.stop(true)));
  }
}
