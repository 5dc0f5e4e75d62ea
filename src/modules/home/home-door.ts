import type { Turns } from '../../actions/engine/turns.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Steps } from '../../domain/steps.ts';
import { TokenBucket } from '../../domain/token-bucket.ts';
import type { Guest, GuestDoor, GuestSession } from '../../mqtt/guest-door.ts';
import { writePacket } from '../../mqtt/packets.ts';
import type { AccountBroker } from './account-broker.ts';
import { HomeEar, type HomeEffects } from './home-ear.ts';
import type { HomeMessages } from './home-messages.ts';
import { SessionStream } from './session-stream.ts';

/** What connections of home automations need from the server. The composition root implements it. */
interface HomeHost {
  /** @returns the customer of an account. Null: no such account, or another password */
  authenticate(name: string, password: string): number | null;
  /** Whether a connection that was admitted as `name` may stay. */
  isOpen(name: string): boolean;
  /** Everything that the home automation of a customer is told now. */
  read(customerId: number): Steps<HomeMessages>;
  /** Does what a button says that the client at `address` pressed. */
  heard(customerId: number, topic: string, address: string): void;
}

/** Packets of one connection, to which each acknowledgement of a retained message counts. */
const packetRate = { perSecond: 100, burst: 2_000 };
/** Messages of all customers that are read to see what has changed: three of each site. */
export const readRate = { perSecond: 1_500, burst: 1 };
/** Connections of one customer at once: Home Assistant, and somebody who looks. */
const mostConnections = 5;

/** Server unavailable (MQTT 3.1.1 section 3.2.2.3). */
const unavailable = { cmd: 'connack', sessionPresent: false, returnCode: 3 } as const;

interface House {
  readonly broker: Promise<AccountBroker>;
  /** Connections with the user names that they logged in with. */
  readonly guests: Map<SessionStream, string>;
}

/** The entry for home automations, each of which sees the sites of one customer. */
export class HomeDoor implements GuestDoor {
  readonly #host: HomeHost;
  readonly #turns: Pick<Turns, 'take'>;
  readonly #log: Logger;
  readonly #monoMs: () => number;
  readonly #houses = new Map<number, House>();
  readonly #reads = new TokenBucket(readRate);

  /** @param monoMs the monotonic clock */
  constructor(host: HomeHost, turns: Pick<Turns, 'take'>, log: Logger, monoMs: () => number) {
    this.#host = host;
    this.#turns = turns;
    this.#log = log;
    this.#monoMs = monoMs;
  }

  /** Open connections of a customer. */
  connectionsOf(customerId: number): number {
    return this.#houses.get(customerId)?.guests.size ?? 0;
  }

  /** The names that `openHomeAccount` gives. */
  isFor(name: string): boolean {
    return /^home-[0-9a-f]{8}$/.test(name);
  }

  admit(session: GuestSession, name: string, password: string, connect: Buffer): Guest | null {
    const customerId = this.#host.authenticate(name, password);
    if (customerId === null || this.connectionsOf(customerId) >= mostConnections) return null;
    const house = this.#houses.get(customerId) ?? this.#build(customerId);
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
        session.send(writePacket(unavailable, 4));
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

  /**
   * Ends connections that may not stay, and publishes changes. The more sites there are in all, the
   * longer it is until they are read again.
   */
  async tick(): Promise<void> {
    for (const { guests } of this.#houses.values()) {
      for (const [stream, name] of guests) if (!this.#host.isOpen(name)) stream.destroy();
    }
    const now = this.#monoMs();
    if (this.#reads.waitMs(now) > 0) return;
    for (const [customerId, { broker }] of this.#houses) {
      try {
        this.#reads.take(now, await this.#refresh(await broker, customerId));
      } catch (error) {
        this.#log.error({ err: error }, 'a home automation was not told what has changed');
      }
    }
  }

  /** @returns how many messages were read */
  async #refresh(broker: AccountBroker, customerId: number): Promise<number> {
    const messages = await this.#turns.take(this.#host.read(customerId));
    await this.#turns.take(broker.update(messages));
    return messages.size;
  }

  #build(customerId: number): House {
    const effects: HomeEffects = {
      press: (topic, address) => this.#host.heard(customerId, topic, address),
      repeat: () => void this.#repeat(house),
    };
    const ear = new HomeEar(effects, this.#log, this.#monoMs);
    const house: House = { broker: this.#open(customerId, ear), guests: new Map() };
    this.#houses.set(customerId, house);
    return house;
  }

  /** Opens a broker with everything that the customer's home automation is told. */
  async #open(customerId: number, ear: HomeEar): Promise<AccountBroker> {
    const { AccountBroker } = await import('./account-broker.ts');
    const broker = await AccountBroker.open(this.#log, ({ address }, topic, payload) =>
      ear.hear(topic, payload, address),
    );
    try {
      await this.#refresh(broker, customerId);
    } catch (error) {
      broker.close();
      throw error;
    }
    return broker;
  }

  async #repeat({ broker }: House): Promise<void> {
    await this.#turns.take((await broker).repeat());
  }
}
