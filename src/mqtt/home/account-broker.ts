import type { Duplex } from 'node:stream';
import { Aedes, type PublishPacket } from 'aedes';
import type { HomeMessages } from '../../domain/home/home-messages.ts';
import type { Logger } from '../../domain/logger.ts';
import type { SessionStream } from './session-stream.ts';

/** Of one connection; Home Assistant has about twenty. */
const mostSubscriptions = 200;

/**
 * A broker for the home automation of one customer. Each customer has one, so a client can read only its
 * own data. Only the server publishes to clients; what clients publish is handled here and goes to nobody
 * else.
 */
export class AccountBroker extends Aedes {
  /** The retained messages. */
  #messages: HomeMessages = new Map();

  /** @param onPublish is called with what a client publishes */
  static async open(log: Logger, onPublish: (topic: string, payload: string) => void) {
    const broker = new AccountBroker({
      preConnect: (_client, packet, done) => {
        // The session of an absent client would stay in memory for ever.
        packet.clean = true;
        delete packet.will;
        done(null, true);
      },
      // The password was checked before this broker was chosen.
      authenticate: (_client, _name, _password, done) => done(null, true),
      authorizePublish: (_client, { topic, payload }, done) => {
        onPublish(topic, payload.toString());
        done(null);
      },
      authorizeSubscribe: (client, subscription, done) => {
        const { subscriptions } = client as unknown as { readonly subscriptions: object };
        const isOneMore = Object.keys(subscriptions).length < mostSubscriptions;
        done(null, isOneMore ? subscription : null);
      },
      maxClientsIdLength: 200,
      // So many messages at once; the next goes when the clients have read one.
      concurrency: 8,
    });
    broker.on('clientError', (_client, error) => log.debug({ err: error }, 'mqtt home client'));
    await broker.listen();
    return broker;
  }

  /** A connection whose CONNECT is about to be pushed. */
  take(stream: SessionStream): void {
    // It has what aedes uses of a Duplex, as the tests over real sockets show.
    this.handle(stream as unknown as Duplex);
  }

  /** Publishes what differs from what is retained, and clears what no longer exists. */
  update(messages: HomeMessages): void {
    for (const [topic, payload] of messages) {
      if (this.#messages.get(topic) !== payload) this.#retain(topic, payload);
    }
    for (const topic of this.#messages.keys()) {
      if (!messages.has(topic)) this.#retain(topic, '');
    }
    this.#messages = messages;
  }

  /** Publishes everything again, for a client that has just started. */
  repeat(): void {
    for (const [topic, payload] of this.#messages) this.#retain(topic, payload);
  }

  #retain(topic: string, payload: string): void {
    const message = { cmd: 'publish', topic, payload, qos: 1, retain: true, dup: false } as const;
    super.publish(message, () => {});
  }

  /** Only what comes from us goes to the clients. */
  override publish(packet: PublishPacket, ...rest: unknown[]): void {
    const [first, second] = rest;
    const done = typeof first === 'function' ? first : second;
    const isOurs = typeof first === 'function' || first === null || first === undefined;
    if (isOurs) super.publish(packet, done as () => void);
    else if (typeof done === 'function') done();
  }
}
