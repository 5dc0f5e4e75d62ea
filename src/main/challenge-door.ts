import { requireWellFormed } from '../http/engine/well-formed.ts';

export const challengePath = '/.well-known/acme-challenge/';

export interface DoorOptions {
  readonly host: string;
  /** 0: any. */
  readonly port: number;
  /** Where people are sent; without a slash at the end. */
  readonly secureAddress: string;
  /** Whether anything is served there by now. */
  readonly isSecure: () => boolean;
}

/**
 * The port at which a certificate authority looks whether a name is ours (RFC 8555 section 8.3). Whoever
 * else comes there is sent on to https.
 */
export class ChallengeDoor {
  /** What to answer, by token, while an order is under way. */
  readonly answers = new Map<string, string>();
  readonly #options: DoorOptions;
  #server: Bun.Server<undefined> | null = null;

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  /** Null: it is not open. */
  get port(): number | null {
    return this.#server?.port ?? null;
  }

  /** @throws Error when the port is taken; when it is open already, this does nothing */
  open(): void {
    this.#server ??= Bun.serve({
      hostname: this.#options.host,
      port: this.#options.port,
      maxRequestBodySize: 0,
      // Bun's own page for what goes wrong shows strangers where this program lies, and its source.
      development: false,
      // Without that page Bun lets others share the port, and they would get every other request.
      reusePort: false,
      fetch: requireWellFormed(
        ({ url }) => this.answer(new URL(url)),
        () => new Response(null, { status: 400 }),
      ),
    });
  }

  async close(): Promise<void> {
    await this.#server?.stop(true);
  }

  answer({ pathname, search }: URL): Response {
    if (pathname.startsWith(challengePath)) {
      const answer = this.answers.get(pathname.slice(challengePath.length));
      if (answer !== undefined) return new Response(answer);
    } else if (this.#options.isSecure()) {
      // Never to where the request says that it went: that is the visitor's word.
      return Response.redirect(`${this.#options.secureAddress}${pathname}${search}`, 308);
    }
    return new Response('There is nothing here yet.\n', { status: 404 });
  }
}
