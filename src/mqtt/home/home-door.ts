import {
  type HomeMessages,
  homeStatusTopic,
  readButtonTopic,
} from '../../domain/home/home-messages.ts';
import type { Logger } from '../../domain/logger.ts';
import { TokenBucket } from '../../domain/token-bucket.ts';
import { AccountBroker } from './account-broker.ts';
import { SessionStream } from './session-stream.ts';

/** What home automation connections need of the rest; the composition root implements it. */
export interface HomeHost {
  /** @returns the customer whose home automation it is. Null: nobody's */
  authenticate(name: string, password: string): number | null;
  /** Whether a connection that was admitted as `name` may stay. */
  isOpen(name: string): boolean;
  /** What the home automation of a customer is told now. */
  read(customerId: number): HomeMessages;
  /** A client published something: a button was pressed, or it means nothing. */
  heard(customerId: number, topic: string, address: string): void;
}

/** Packets of one connection. An acknowledgement of each retained message is one, too. */
const packetRate = { perSecond: 100, burst: 2_000 };
/** Buttons of one customer, as many as changes over HTTP: each is a row in the audit log. */
const buttonRate = { perSecond: 1, burst: 20 };
/** How often everything is published again, at most: it is as much as there are sites. */
const repeatRate = { perSecond: 1 / 30, burst: 3 };
/** Connections of one customer at once: Home Assistant, and somebody who looks. */
const mostConnections = 5;

/** The session of a home automation, as its door needs it. */
interface HomeSession {
  readonly address: string;
  /** @returns false: the peer has to read before it is sent more */
  send(bytes: Uint8Array): boolean;
  end(how: 'refused'): void;
}

/** What a session whose client is a home automation hands its packets to. */
export interface HomeGuest {
  readonly allowance: TokenBucket;
  /** A whole packet. */
  push(packet: Buffer): void;
  /** The peer has read what waited. */
  drained(): void;
  /** The connection is over. */
  closed(): void;
}

interface House {
  readonly broker: Promise<AccountBroker>;
  /** Connections, by the user name they logged in with. */
  readonly guests: Map<SessionStream, string>;
}

/** The entry for home automations: each customer's sees that customer's sites, and nothing else. */
export class HomeDoor {
  readonly #host: HomeHost;
  readonly #log: Logger;
  readonly #monoMs: () => number;
  readonly #houses = new Map<number, House>();

  /** @param monoMs the monotonic clock */
  constructor(host: HomeHost, log: Logger, monoMs: () => number) {
    this.#host = host;
    this.#log = log;
    this.#monoMs = monoMs;
  }

  /** Open connections. */
  get connections(): number {
    let count = 0;
    for (const { guests } of this.#houses.values()) count += guests.size;
    return count;
  }

  /** How many of a customer's are connected. */
  connectionsOf(customerId: number): number {
    return this.#houses.get(customerId)?.guests.size ?? 0;
  }

  /**
   * Lets a home automation in.
   * @param connect the packet that it came with
   * @returns null: a wrong name or password, or too many of them
   */
  admit(session: HomeSession, name: string, password: string, connect: Buffer): HomeGuest | null {
    const customerId = this.#host.authenticate(name, password);
    if (customerId === null || this.connectionsOf(customerId) >= mostConnections) return null;
    const house = this.#houses.get(customerId) ?? this.#build(customerId, session.address);
    const stream = new SessionStream(session);
    house.guests.set(stream, name);
    let opened: AccountBroker | null = null;
    const early: Buffer[] = [connect];
    house.broker.then(
      (broker) => {
        opened = broker;
        if (stream.destroyed) return;
        broker.take(stream);
        for (const packet of early) stream.push(packet);
      },
      (error: unknown) => {
        this.#log.error({ err: error }, 'the broker of a home automation could not be opened');
        stream.destroy();
      },
    );
    return {
      allowance: new TokenBucket(packetRate),
      push: (packet) => void (opened === null ? early.push(packet) : stream.push(packet)),
      drained: () => stream.drained(),
      closed: () => {
        stream.destroy();
        house.guests.delete(stream);
        if (house.guests.size > 0) return;
        this.#houses.delete(customerId);
        house.broker.then(
          (broker) => broker.close(),
          () => {},
        );
      },
    };
  }

  /** Publishes changes, and ends connections that may not stay. */
  async tick(): Promise<void> {
    for (const [customerId, { broker, guests }] of this.#houses) {
      for (const [stream, name] of guests) if (!this.#host.isOpen(name)) stream.destroy();
      if (guests.size > 0) (await broker).update(this.#host.read(customerId));
    }
  }

  #build(customerId: number, address: string): House {
    const buttons = new TokenBucket(buttonRate);
    const repeats = new TokenBucket(repeatRate);
    const mayPass = (bucket: TokenBucket) => {
      const now = this.#monoMs();
      if (bucket.waitMs(now) > 0) return false;
      bucket.take(now);
      return true;
    };
    const hear = (topic: string, payload: string) => {
      if (topic === homeStatusTopic) {
        if (payload === 'online' && mayPass(repeats)) {
          broker.then(
            (opened) => opened.repeat(),
            () => {},
          );
        }
      } else if (readButtonTopic(topic) !== null && mayPass(buttons)) {
        this.#host.heard(customerId, topic, address);
      }
    };
    const broker = AccountBroker.open(this.#log, (topic, payload) => {
      try {
        hear(topic, payload);
      } catch (error) {
        // A full disk, say: the press is lost, as any press that nothing confirms.
        this.#log.error({ err: error }, 'what a home automation published had no effect');
      }
    }).then((opened) => {
      opened.update(this.#host.read(customerId));
      return opened;
    });
    const house: House = { broker, guests: new Map() };
    this.#houses.set(customerId, house);
    return house;
  }
}
