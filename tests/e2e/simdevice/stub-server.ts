/**
 * A server that only knows the device protocol over HTTP, and keeps every message. It is for tests that need speed
 * or chosen failures; the others use the real server.
 */
import type { Server } from 'bun';
import {
  type DeviceEvent,
  enrolRequestSchema,
  eventsRequestSchema,
  type Heartbeat,
  heartbeatSchema,
} from '../../../src/contract/fleet/device.ts';
import { findLastingPort } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

export interface HeardEvent extends DeviceEvent {
  /** Epoch ms at which it arrived. */
  readonly heardAt: number;
}

/** An answer in place of the usual one; undefined: the usual one. */
export type Override = (path: string, body: unknown) => Response | undefined;

const patienceMs = 15_000;
const token = `fwd_${'x'.repeat(43)}`;

export class StubServer implements Disposable {
  readonly url: string;
  readonly heartbeats: Heartbeat[] = [];
  /** Every report that arrived, repeats included. */
  readonly heard: HeardEvent[] = [];
  /** Paths with their queries, in their order. */
  readonly requests: string[] = [];
  /** What a request for this path (without query) is answered with, in place of 404. */
  readonly files = new Map<string, (request: Request) => Response>();
  override: Override = () => undefined;
  /** Its time of day. */
  now = () => Date.now();
  readonly #port: number;
  #server: Server<undefined> | null = null;

  private constructor(port: number) {
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.comeBack();
  }

  static async start(): Promise<StubServer> {
    return new StubServer(await findLastingPort());
  }

  comeBack(): void {
    this.#server ??= Bun.serve({
      hostname: '127.0.0.1',
      port: this.#port,
      fetch: (request) => this.#answer(request),
    });
  }

  goDown(): void {
    this.#server?.stop(true);
    this.#server = null;
  }

  [Symbol.dispose](): void {
    this.goDown();
  }

  /**
   * Each event once, in the order in which they happened. Boots are in the order of their heartbeats, since events
   * may arrive in another order.
   */
  get events(): HeardEvent[] {
    const boots = [...new Set(this.heartbeats.map(({ boot_id }) => boot_id))];
    const events = new Map(this.heard.map((event) => [`${event.boot_id} ${event.seq}`, event]));
    return [...events.values()].sort(
      (a, b) => boots.indexOf(a.boot_id) - boots.indexOf(b.boot_id) || a.seq - b.seq,
    );
  }

  async expectEvents(count: number): Promise<HeardEvent[]> {
    await waitFor(`${count} events`, () => this.events.length >= count, patienceMs);
    return this.events;
  }

  async expectHeartbeat(isWanted: (beat: Heartbeat) => boolean): Promise<Heartbeat> {
    return waitFor('such a heartbeat', () => this.heartbeats.find(isWanted), patienceMs);
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    this.requests.push(pathname + search);
    const body: unknown = request.method === 'POST' ? await request.json() : undefined;
    const override = this.override(pathname, body);
    if (override !== undefined) return override;
    switch (pathname) {
      case '/api/device/v1/enrol':
        enrolRequestSchema.parse(body);
        return Response.json({
          ok: true,
          device_token: token,
          heartbeat_interval_seconds: 10,
          mqtt: { port: null, tls: false, path: '/mqtt' },
          server_time: this.#time(),
        });
      case '/api/device/v1/heartbeat':
        this.#authenticate(request);
        this.heartbeats.push(heartbeatSchema.parse(body));
        return Response.json({ ok: true, server_time: this.#time(), commands: [] });
      case '/api/device/v1/events':
        return this.#takeEvents(request, body);
      default:
        return this.files.get(pathname)?.(request) ?? new Response('not found', { status: 404 });
    }
  }

  #takeEvents(request: Request, body: unknown): Response {
    this.#authenticate(request);
    const { events } = eventsRequestSchema.parse(body);
    for (const event of events) {
      this.heard.push({ ...event, heardAt: this.now() });
    }
    return Response.json({ ok: true, accepted: events.map(({ seq }) => seq) });
  }

  #authenticate(request: Request): void {
    if (request.headers.get('authorization') !== `Bearer ${token}`) throw new Error('wrong token');
  }

  #time(): string {
    return new Date(this.now()).toISOString();
  }
}
