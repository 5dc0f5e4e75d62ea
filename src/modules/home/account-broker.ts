import type { Duplex } from 'node:stream';
import { Aedes, type PublishPacket } from 'aedes';
import type { Logger } from '../../domain/logger.ts';
import type { Steps } from '../../domain/steps.ts';
import type { HomeMessages } from './home-messages.ts';
import type { SessionStream } from './session-stream.ts';

/** Subscriptions of one connection. Home Assistant has about twenty. */
const mostSubscriptions = 200;
/** Messages that are published before other work is served. */
const messagesPerStep = 100;

/** Takes what a client publishes. */
type OnPublish = (from: SessionStream, topic: string, payload: string) => void;

/**
 * A broker for the home automation of one customer. As each customer has a broker, a client can read only
 * its own data. What clients publish is handled here and goes to no client.
 */
export class AccountBroker extends Aedes {
  /** The retained messages. */
  readonly #messages = new Map<string, string>();
  #published = 0;

  static async open(log: Logger, onPublish: OnPublish): Promise<AccountBroker> {
    const broker = new AccountBroker({
      preConnect: (_client, packet, done) => {
        // A session of a client that has left would stay in memory.
        packet.clean = true;
        delete packet.will;
        done(null, true);
      },
      // The password was checked before this broker was chosen.
      authenticate: (_client, _name, _password, done) => done(null, true),
      authorizePublish: (client, { topic, payload }, done) => {
        onPublish(client?.conn as unknown as SessionStream, topic, payload.toString());
        done(null);
      },
      authorizeSubscribe: (client, subscription, done) => {
        const { subscriptions } = client as unknown as { readonly subscriptions: object };
        const isOneMore = Object.keys(subscriptions).length < mostSubscriptions;
        done(null, isOneMore ? subscription : null);
      },
      maxClientsIdLength: 200,
      // Messages on their way at once. The next one goes when the clients have read one.
      concurrency: 8,
    });
    broker.on('clientError', (_client, error) => log.debug({ err: error }, 'mqtt home client'));
    await broker.listen();
    return broker;
  }

  /** Takes a connection whose CONNECT is pushed next. */
  take(stream: SessionStream): void {
    // It has what aedes uses of a Duplex, as the tests over real sockets show.
    this.handle(stream as unknown as Duplex);
  }

  /** Publishes what differs from the retained messages, and clears those that no longer exist. */
  *update(messages: HomeMessages): Steps<void> {
    for (const [topic, payload] of messages) {
      if (this.#messages.get(topic) === payload) continue;
      this.#messages.set(topic, payload);
      yield* this.#retain(topic, payload);
    }
    for (const topic of this.#messages.keys()) {
      if (messages.has(topic)) continue;
      this.#messages.delete(topic);
      yield* this.#retain(topic, '');
    }
  }

  /** Publishes the retained messages again, for a client that has just started. */
  *repeat(): Steps<void> {
    // An update in between changes the same map, so nothing outdated is published after it.
    for (const [topic, payload] of this.#messages) yield* this.#retain(topic, payload);
  }

  *#retain(topic: string, payload: string): Steps<void> {
    const message = { cmd: 'publish', topic, payload, qos: 1, retain: true, dup: false } as const;
    super.publish(message, () => {});
    this.#published += 1;
    if (this.#published % messagesPerStep === 0) yield;
  }

  /** Publishes messages of the server only. aedes calls this with the client for messages of clients. */
  override publish(packet: PublishPacket, ...rest: unknown[]): void {
    const [first, second] = rest;
    const done = typeof first === 'function' ? first : second;
    const isOurs = typeof first === 'function' || first === null || first === undefined;
    if (isOurs) super.publish(packet, done as () => void);
    else if (typeof done === 'function') done();
  }
}
