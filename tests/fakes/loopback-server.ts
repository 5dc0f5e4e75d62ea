/**
 * The transport of the fake. node:http rather than Bun.serve, because a fault test has to cut a
 * connection without an answer, and because the same port must be left and taken again.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export class LoopbackServer {
  private server: Server | undefined;
  private chosenPort: number;
  private readonly handle: Handler;
  private readonly host: string;

  /** @param host default: the loopback; another address of this machine for a test with networks of its own */
  constructor(port: number, handle: Handler, host = '127.0.0.1') {
    this.host = host;
    this.handle = handle;
    this.chosenPort = port;
  }

  get port(): number {
    return this.chosenPort;
  }

  /** Listens; again on the port of the first time. */
  async open(): Promise<void> {
    if (this.server) return;
    const server = createServer(this.handle);
    // A long poll is silent for up to 50 s.
    server.requestTimeout = 0;
    server.keepAliveTimeout = 75_000;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.chosenPort, this.host, resolve);
    });
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.chosenPort = address.port;
    this.server = server;
  }

  /** Stops listening and cuts every connection. */
  async close(): Promise<void> {
    const server = this.server;
    if (!server) return;
    this.server = undefined;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
