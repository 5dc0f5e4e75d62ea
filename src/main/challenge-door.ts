import { requireWellFormed } from '../http/engine/arrival.ts';
import { RequestBound } from '../http/engine/pipelining.ts';
import { AcceptGate } from '../server/accept-gate.ts';

export const challengePath = '/.well-known/acme-challenge/';

interface DoorOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Address to which people are redirected, without a trailing slash. */
  readonly secureAddress: string;
  /** Whether pages are served at `secureAddress` yet. */
  readonly isSecure: () => boolean;
}

/**
 * The port at which a certificate authority checks that a name belongs to this server (RFC 8555 section
 * 8.3). All other requests are redirected to https.
 */
export class ChallengeDoor {
  /** Answers to the authority by token, while an order is under way. */
  readonly answers = new Map<string, string>();
  readonly #options: DoorOptions;
  readonly gate = new AcceptGate();
  #server: Bun.Server<undefined> | null = null;

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  /** Null: the port is not open. */
  get port(): number | null {
    return this.#server?.port ?? null;
  }

  /** Opens the port, unless it is open. @throws Error when another program has it */
  open(): void {
    if (this.#server !== null) return;
    this.#server = Bun.serve({
      hostname: this.#options.host,
      port: this.#options.port,
      maxRequestBodySize: 0,
      // Bun's own page for errors shows strangers the path of this program, and its source.
      development: false,
      // Outside development, Bun lets other programs share the port: they would get every other request.
      reusePort: false,
      fetch: new RequestBound(this.gate).hold(
        requireWellFormed(
          ({ url }) => this.answer(new URL(url)),
          () => new Response(null, { status: 400 }),
        ),
      ),
    });
    if (this.port !== null) this.gate.take(this.port);
  }

  async close(): Promise<void> {
    this.gate.letGo();
    await this.#server?.stop(true);
  }

  answer({ pathname, search }: URL): Response {
    if (pathname.startsWith(challengePath)) {
      const answer = this.answers.get(pathname.slice(challengePath.length));
      if (answer !== undefined) return new Response(answer);
    } else if (this.#options.isSecure()) {
      // The address is never taken from the request, where a visitor can write anything.
      return Response.redirect(`${this.#options.secureAddress}${pathname}${search}`, 308);
    }
    return new Response('There is nothing here yet.\n', { status: 404 });
  }
}
