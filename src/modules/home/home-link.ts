import type { MqttClient } from 'mqtt';
import type { Time } from '../../domain/instant.ts';
import type { Logger } from '../../domain/logger.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { OutboundPolicy } from '../../outbound/resolve-checked.ts';
import { type BrokerSession, openBrokerSession } from './broker-session.ts';
import type { BrokerLogin } from './home-broker.ts';
import { HomeEar, type HomeEffects } from './home-ear.ts';
import {
  buttonFilters,
  discoveryFilter,
  type HomeMessages,
  homeStatusTopic,
  presence,
  presenceTopic,
  readOwnDiscovery,
} from './home-messages.ts';
import { RetainedMessages } from './retained-messages.ts';

/** How the connection to a broker of a customer's is. */
export interface HomeLinkStatus {
  /** Epoch ms. Null: there is none now. */
  readonly connectedSince: number | null;
  /** What is, or was last, wrong, in the words of the far end; and since when. Null: nothing. */
  readonly problem: { readonly text: string; readonly at: number } | null;
}

interface HomeLinkParts {
  readonly policy: OutboundPolicy;
  readonly time: Time;
  readonly log: Logger;
  /** The button of a topic was pressed. */
  readonly press: (topic: string, address: string) => void;
}

const backoffMs = { first: 2_000, most: 300_000 };
/** A connection that stood for so long was a good one. */
const steadyMs = 60_000;
/** For how long a broker may leave messages without an acknowledgement. */
const patienceMs = 60_000;
/** Messages without an acknowledgement at once: Mosquitto takes twenty at a time. */
const mostInFlight = 20;
/** For how long what is retained may come after a connection … */
const lookMs = 10_000;
/** … and how many topics of it are looked at. */
const mostFound = 3_000;
/** How long a farewell may take: while the server waits for it, and while nobody does. */
const farewellMs = { short: 1_000, clear: 10_000 };

interface Session {
  readonly client: MqttClient;
  readonly since: number;
  readonly sinceMono: number;
  readonly retained: RetainedMessages;
  /** Since when messages wait for their acknowledgement; null: none do. Monotonic. */
  sendingSince: number | null;
  isRepeatWanted: boolean;
  /** Topics of ours that were retained there already. */
  readonly found: string[];
  /** Whether more of these may come. */
  isLooking: boolean;
}

/** Publishes the sites of one customer to a broker of theirs, and hears its buttons. */
export class HomeLink {
  readonly login: BrokerLogin;
  readonly #parts: HomeLinkParts;
  readonly #presence: string;
  readonly #ear: HomeEar;
  #session: Session | null = null;
  #isConnecting = false;
  #isOver = false;
  #attempts = 0;
  #dueAt = Number.NEGATIVE_INFINITY;
  #problem: HomeLinkStatus['problem'] = null;

  constructor(login: BrokerLogin, parts: HomeLinkParts) {
    this.login = login;
    this.#parts = parts;
    this.#presence = presenceTopic(login.ref);
    const effects: HomeEffects = {
      press: parts.press,
      repeat: () => {
        if (this.#session !== null) this.#session.isRepeatWanted = true;
      },
    };
    this.#ear = new HomeEar(effects, parts.log, () => parts.time.clock().monoMs);
  }

  get status(): HomeLinkStatus {
    return { connectedSince: this.#session?.since ?? null, problem: this.#problem };
  }

  get isConnecting(): boolean {
    return this.#isConnecting;
  }

  /** Whether it is time for another attempt. */
  get isDue(): boolean {
    const isIdle = this.#session === null && !this.#isConnecting && !this.#isOver;
    return isIdle && this.#parts.time.clock().monoMs >= this.#dueAt;
  }

  /** Makes one attempt; never throws. */
  async connect(): Promise<void> {
    const { policy, time } = this.#parts;
    this.#isConnecting = true;
    this.#attempts += 1;
    try {
      const session = await openBrokerSession(this.login, policy, time);
      if (this.#isOver) session.client.end(true);
      else this.#begin(session);
    } catch (error) {
      this.#failed(error instanceof OutboundError ? error.finding : (error as Error).message);
    } finally {
      this.#isConnecting = false;
    }
  }

  /** Whether the broker can be told what has changed. */
  get isFree(): boolean {
    return this.#session !== null && this.#session.sendingSince === null;
  }

  /** Gives a broker up that acknowledges nothing. */
  check(): void {
    const { monoMs } = this.#parts.time.clock();
    const since = this.#session?.sendingSince ?? null;
    if (this.#session !== null && since !== null && monoMs - since > patienceMs) {
      this.#lost(this.#session, 'it acknowledges nothing');
    }
  }

  /** Publishes what differs from what was told before, and waits for nothing. */
  update(messages: HomeMessages): void {
    const session = this.#session;
    if (session === null || session.sendingSince !== null) return;
    const { monoMs } = this.#parts.time.clock();
    if (monoMs - session.sinceMono > steadyMs) this.#attempts = 0;
    if (session.isLooking && monoMs - session.sinceMono > lookMs) {
      session.isLooking = false;
      session.client.unsubscribe(discoveryFilter);
    }
    const { retained, found } = session;
    const changes = retained.replace(messages, session.isRepeatWanted);
    session.isRepeatWanted = false;
    const forgotten = found.splice(0).filter((topic) => !retained.all.has(topic));
    for (const topic of forgotten) changes.push([topic, '']);
    if (changes.length > 0) void this.#send(session, changes);
  }

  /**
   * Ends it for good.
   * @param clear takes what is retained there away, so that the sites vanish there
   */
  async stop({ clear }: { readonly clear: boolean }): Promise<void> {
    this.#isOver = true;
    const session = this.#session;
    this.#session = null;
    if (session === null) return;
    const { client, retained } = session;
    const { time } = this.#parts;
    const gone = Promise.withResolvers<void>();
    const cancel = time.setTimer(farewellMs[clear ? 'clear' : 'short'], gone.resolve);
    const farewell = async () => {
      const last = clear
        ? [...retained.all.keys()].map((topic) => publish(client, topic, ''))
        : [publish(client, this.#presence, presence.gone)];
      await Promise.all(last);
      await client.endAsync();
    };
    await Promise.race([farewell().catch(() => {}), gone.promise]);
    cancel();
    client.end(true);
  }

  #begin({ client, peer, whyEnded }: BrokerSession): void {
    const { wallMs, monoMs } = this.#parts.time.clock();
    const retained = new RetainedMessages();
    const session: Session = {
      ...{ client, retained, since: wallMs, sinceMono: monoMs },
      ...{ sendingSince: null, isRepeatWanted: false, found: [], isLooking: true },
    };
    client.on('message', (topic, payload, { retain }) => {
      // What is retained was pressed, or said, who knows when; but ours of an earlier run may have to go.
      if (retain) this.#find(session, topic, payload.toString());
      else this.#ear.hear(topic, payload.toString(), peer);
    });
    client.once('close', () => this.#lost(session, whyEnded()));
    client.on('error', () => this.#lost(session, whyEnded()));
    this.#session = session;
    this.#problem = null;
    client.subscribe([...buttonFilters, homeStatusTopic, discoveryFilter], (error) => {
      // Without its buttons it still shows the sites.
      if (error === null || this.#session !== session) return;
      this.#note(`it refuses to tell of buttons: ${error.message}`);
    });
  }

  /** Notes what is ours; of a site that went while nobody was connected it is still there. */
  #find({ found }: Session, topic: string, payload: string): void {
    const topics = readOwnDiscovery(topic, payload, this.#presence) ?? [];
    if (found.length < mostFound) found.push(...topics);
  }

  async #send(session: Session, changes: readonly (readonly [string, string])[]): Promise<void> {
    session.sendingSince = this.#parts.time.clock().monoMs;
    try {
      for (let at = 0; at < changes.length; at += mostInFlight) {
        const some = changes.slice(at, at + mostInFlight);
        await Promise.all(some.map(([topic, text]) => publish(session.client, topic, text)));
        session.sendingSince = this.#parts.time.clock().monoMs;
      }
      session.sendingSince = null;
    } catch (error) {
      this.#lost(session, (error as Error).message);
    }
  }

  #lost(session: Session, problem: string): void {
    if (this.#session !== session) return;
    this.#session = null;
    session.client.end(true);
    this.#failed(problem);
  }

  #failed(problem: string): void {
    if (this.#isOver) return;
    this.#note(problem);
    const most = Math.min(backoffMs.most, backoffMs.first * 2 ** Math.min(this.#attempts, 16));
    const waitMs = Math.max(backoffMs.first, Math.random() * most);
    this.#dueAt = this.#parts.time.clock().monoMs + waitMs;
  }

  #note(text: string): void {
    if (this.#problem?.text === text) return;
    this.#problem = { text, at: this.#parts.time.clock().wallMs };
    // Customers read it in the portal; whoever reads the log can do nothing about theirs.
    const level = this.login.isTrusted ? 'warn' : 'debug';
    this.#parts.log[level]({ problem: text }, 'trouble with the broker of a home automation');
  }
}

async function publish(client: MqttClient, topic: string, payload: string): Promise<void> {
  await client.publishAsync(topic, payload, { qos: 1, retain: true });
}
