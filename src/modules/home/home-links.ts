import type { Turns } from '../../actions/engine/turns.ts';
import { AppError } from '../../domain/errors.ts';
import type { Time } from '../../domain/instant.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Steps } from '../../domain/steps.ts';
import { TokenBucket } from '../../domain/token-bucket.ts';
import type { OutboundPolicy } from '../../outbound/resolve-checked.ts';
import { openBrokerSession } from './broker-session.ts';
import type { BrokerLogin } from './home-broker.ts';
import { readRate } from './home-door.ts';
import { HomeLink, type HomeLinkStatus } from './home-link.ts';
import type { HomeMessages } from './home-messages.ts';

/** Stands for the operator's broker, which is told of all sites, where others have their customer's id. */
export const everybody = 0;

/** What the connections to customers' own brokers need of the rest; the composition root implements it. */
interface HomeLinksHost {
  /** Which there should be, by customer. */
  wanted(): ReadonlyMap<number, BrokerLogin>;
  /** What a customer's home automation is told now, under a presence of its own. */
  read(customerId: number, ref: string): Steps<HomeMessages>;
  heard(customerId: number, topic: string, address: string): void;
}

/** Attempts at once: a start with a hundred brokers is no burst, and dead ones hold up nobody for long. */
const attemptsAtOnce = 8;

interface HomeLinksParts {
  readonly time: Time;
  readonly log: Logger;
  readonly turns: Pick<Turns, 'take'>;
}

/** The connections to brokers of customers' own. */
export class HomeLinks {
  readonly #host: HomeLinksHost;
  readonly #policy: OutboundPolicy;
  readonly #parts: HomeLinksParts;
  readonly #reads = new TokenBucket(readRate);
  readonly #links = new Map<number, HomeLink>();
  #isOver = false;
  #trials = 0;

  constructor(host: HomeLinksHost, policy: OutboundPolicy, parts: HomeLinksParts) {
    this.#host = host;
    this.#policy = policy;
    this.#parts = parts;
  }

  /** Null: there is no connection, nor an attempt, yet. */
  statusOf(customerId: number): HomeLinkStatus | null {
    return this.#links.get(customerId)?.status ?? null;
  }

  /** How many stand. */
  get connections(): number {
    return [...this.#links.values()].filter(({ status }) => status.connectedSince !== null).length;
  }

  /**
   * Logs in once, and out again. As somebody else: a broker ends the connection of its own that has the
   * same client id.
   * @throws OutboundError, BrokerRefused; AppError UNAVAILABLE: others are trying
   */
  async tryOut(login: BrokerLogin): Promise<void> {
    if (this.#trials >= attemptsAtOnce) {
      const details = { retryAfterSeconds: 10 };
      throw new AppError('UNAVAILABLE', 'Too many brokers are being tried out now', details);
    }
    this.#trials += 1;
    try {
      const ref = `${login.ref}-test`;
      const { client } = await openBrokerSession({ ...login, ref }, this.#policy, this.#parts.time);
      client.end(true);
    } finally {
      this.#trials -= 1;
    }
  }

  /** Begins and ends connections as they are wanted, and publishes what has changed. */
  async tick(): Promise<void> {
    if (this.#isOver) return;
    this.#follow(this.#host.wanted());
    const links = [...this.#links];
    let free = attemptsAtOnce - links.filter(([, { isConnecting }]) => isConnecting).length;
    for (const [, link] of links) {
      link.check();
      if (free <= 0 || !link.isDue) continue;
      free -= 1;
      void link.connect();
    }
    const now = this.#parts.time.clock().monoMs;
    if (this.#reads.waitMs(now) > 0) return;
    for (const [customerId, link] of links) {
      if (!link.isFree) continue;
      try {
        const steps = this.#host.read(customerId, link.login.ref);
        const messages = await this.#parts.turns.take(steps);
        this.#reads.take(now, messages.size);
        link.update(messages);
      } catch (error) {
        this.#parts.log.error({ err: error }, 'a broker was not told what has changed');
      }
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#links.values()].map((link) => link.stop({ clear: false })));
  }

  #follow(wanted: ReadonlyMap<number, BrokerLogin>): void {
    for (const [customerId, link] of this.#links) {
      const login = wanted.get(customerId);
      if (login !== undefined && Bun.deepEquals(login, link.login)) continue;
      this.#links.delete(customerId);
      // At the same broker with another password it goes on.
      const clear = !Bun.deepEquals(login?.address, link.login.address);
      void link.stop({ clear });
    }
    for (const [customerId, login] of wanted) {
      if (!this.#links.has(customerId)) this.#links.set(customerId, this.#make(customerId, login));
    }
  }

  #make(customerId: number, login: BrokerLogin): HomeLink {
    return new HomeLink(login, {
      ...this.#parts,
      policy: this.#policy,
      press: (topic, address) => this.#host.heard(customerId, topic, address),
    });
  }
}
