/** The replicated log: a stream of NATS JetStream, in three copies. */
import { readFileSync } from 'node:fs';
import type { Time } from '../domain/instant.ts';
import { aliveEveryMs } from './election.ts';
import {
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  DeliverPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  type NatsConnection,
  RetentionPolicy,
  StorageType,
} from './nats.ts';

export interface LogAddress {
  readonly servers: readonly string[];
  /** Of the cluster. */
  readonly name: string;
  /** A file of credentials. */
  readonly credentials?: string | undefined;
  /** A file with the authority, PEM, that signed the servers' certificates. */
  readonly ca?: string | undefined;
}

/** What the log holds. */
export interface LogBounds {
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
}

/** The log has gone on without us: whoever appends next does not lead any more. */
export class AppendRefused extends Error {
  override readonly name = 'AppendRefused';
}

/** The server of NATS is the only one, and keeps no three copies. */
export class NatsAlone extends Error {
  override readonly name = 'NatsAlone';
}

/** The log does not hold what it once acknowledged. */
export class LogLost extends Error {
  override readonly name = 'LogLost';
}

/** Copies of the stream. Two of three are a quorum. */
const copies = 3;
/** How long NATS has time to answer, in ms; then it is asked again. */
export const answerLimitMs = 2_000;
const againAfterMs = 200;
/**
 * A server of NATS that has answered nothing, or taken no append, for so long, in ms, is left for another one: it may
 * be cut off from the others, and takes connections all the same.
 */
const leaveServerAfterMs = 3_000;
/** An append that takes so long, in ms, waits for servers of NATS that are away. */
const stuckAfterMs = 5_000;
/** The leader says more often that it is there; whoever reads nothing for so long, in ms, asks NATS anew. */
const quietMs = aliveEveryMs + 2_000;
/** NATS allows 64 MB in a message, and by default 1 MB; larger ones would keep others waiting. */
const largestMessage = 1_048_576;
/** How much of the log is fetched ahead of its application, in bytes. */
const fetchBytes = 8 * largestMessage;

const errorCodes = {
  noStream: 10_059,
  noMessage: 10_037,
  wrongLastSequence: 10_071,
  serverAlone: 10_074,
};

function streamName(cluster: string): string {
  return `faiwatch-${cluster}`;
}

/** @returns once there is a connection; it is kept up, and made again by itself */
export async function connectTo(address: LogAddress, node: string): Promise<NatsConnection> {
  return connect(optionsOf(address, node));
}

/**
 * Tries each server once.
 * @returns why none takes this machine in. Null: one does
 */
export async function whyUnreachable(address: LogAddress, node: string): Promise<string | null> {
  const once = { reconnect: false, waitOnFirstConnect: false, ignoreAuthErrorAbort: false };
  try {
    const connection = await connect({ ...optionsOf(address, node), ...once });
    const hasLog = connection.info?.jetstream === true;
    await connection.close();
    return hasLog
      ? null
      : 'JetStream is not switched on there: its configuration lacks "jetstream"';
  } catch (error) {
    return describeRefusal(error as Error);
  }
}

function describeRefusal(error: Error & { readonly code?: unknown }): string {
  if (/^(Authorization|UserAuthenticationExpired)Error$/.test(error.name)) {
    return 'it refuses the user and password in "cluster", or the file "cluster_credentials"';
  }
  if (/CERT|SIGNED|VERIFY|ISSUER/.test(String(error.code))) {
    return `its certificate is not accepted (${error.message}); "cluster_ca" names who signed it`;
  }
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function optionsOf(address: LogAddress, node: string): ConnectionOptions {
  const { credentials, ca } = address;
  const urls = address.servers.map((server) => new URL(server));
  const [first] = urls;
  return {
    servers: urls.map((url) => url.host),
    name: `faiwatch ${node}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: true,
    // A password that is changed on one server after the other would end the connection for good.
    ignoreAuthErrorAbort: true,
    timeout: 3_000,
    // A server that stands still is left after six seconds.
    pingInterval: 2_000,
    maxPingOut: 2,
    ...(first?.username && {
      user: decodeURIComponent(first.username),
      pass: decodeURIComponent(first.password),
    }),
    ...(credentials !== undefined && {
      authenticator: credsAuthenticator(new Uint8Array(readFileSync(credentials))),
    }),
    ...((ca !== undefined || first?.protocol === 'tls:') && {
      tls: ca === undefined ? {} : { caFile: ca },
    }),
  };
}

export class Log {
  readonly #time: Time;
  readonly #stream: string;
  readonly #subject: string;
  readonly #manager: JetStreamManager;
  readonly #client: JetStreamClient;
  readonly #connection: NatsConnection;
  /** Since when nothing was answered, monotonic ms. Null: it answers. */
  #silentMs: number | null = null;
  /** Since when an append is under way; monotonic ms. Null: none is. */
  #appendingMs: number | null = null;
  /** When the server was last left, monotonic ms. */
  #leftMs = Number.NEGATIVE_INFINITY;

  static async open(connection: NatsConnection, cluster: string, time: Time): Promise<Log> {
    const manager = await jetstreamManager(connection, {
      timeout: answerLimitMs,
      // It would ask the account at once, which without a quorum does not answer.
      checkAPI: false,
    });
    return new Log(connection, manager, cluster, time);
  }

  private constructor(
    connection: NatsConnection,
    manager: JetStreamManager,
    cluster: string,
    time: Time,
  ) {
    this.#connection = connection;
    this.#manager = manager;
    this.#client = jetstream(connection, { timeout: answerLimitMs });
    this.#stream = streamName(cluster);
    this.#subject = `faiwatch.${cluster}.log`;
    this.#time = time;
  }

  /** The most bytes in a message. */
  get messageBytes(): number {
    return Math.min(largestMessage, this.#connection.info?.max_payload ?? largestMessage);
  }

  /** @returns null: there is no log */
  async bounds(): Promise<LogBounds | null> {
    try {
      const { state } = await this.#ask(() => this.#manager.streams.info(this.#stream));
      return { first: state.first_seq, last: state.last_seq, bytes: state.bytes };
    } catch (error) {
      if (codeOf(error) === errorCodes.noStream) return null;
      throw error;
    }
  }

  /**
   * Begins a log. Two nodes may do so at once; one entry is the first.
   * @throws NatsAlone
   */
  async found(): Promise<void> {
    try {
      await this.#ask(() =>
        this.#manager.streams.add({
          name: this.#stream,
          subjects: [this.#subject],
          num_replicas: copies,
          storage: StorageType.File,
          retention: RetentionPolicy.Limits,
        }),
      );
    } catch (error) {
      if (codeOf(error) !== errorCodes.serverAlone) throw error;
      throw new NatsAlone('this server of NATS is the only one');
    }
  }

  /** @returns null: the log does not hold this message */
  async read(seq: number): Promise<Uint8Array | null> {
    try {
      const found = await this.#ask(() => this.#manager.streams.getMessage(this.#stream, { seq }));
      return found?.data ?? null;
    } catch (error) {
      if (codeOf(error) === errorCodes.noMessage) return null;
      throw error;
    }
  }

  /**
   * Appends a message. Goes on trying until it is known what became of it.
   * @param after the last sequence that the caller knows of
   * @returns its sequence
   * @throws AppendRefused, LogLost
   */
  async append(message: Uint8Array, after: number): Promise<number> {
    this.#appendingMs = this.#time.clock().monoMs;
    try {
      while (!(await this.#isAppended(message, after))) {
        // A server that is cut off still says where its log ends. Its answers do not show that it takes anything.
        this.#leaveUseless(this.#appendingMs);
        await this.#pause();
      }
      return after + 1;
    } finally {
      this.#appendingMs = null;
    }
  }

  /** Whether too few servers of NATS take part for an append. */
  get isStuck(): boolean {
    return (
      this.#appendingMs !== null && this.#time.clock().monoMs - this.#appendingMs >= stuckAfterMs
    );
  }

  /** @returns false: it is not there, or nobody can tell; the same message may be tried again */
  async #isAppended(message: Uint8Array, after: number): Promise<boolean> {
    let isRefused = false;
    try {
      const { seq } = await this.#ask(() =>
        this.#client.publish(this.#subject, message, {
          expect: { lastSequence: after },
          timeout: answerLimitMs,
          retries: 0,
        }),
      );
      return seq === after + 1;
    } catch (error) {
      isRefused = codeOf(error) === errorCodes.wrongLastSequence;
      if (codeOf(error) === errorCodes.noStream) throw new LogLost('there is no log any more');
    }
    // Without an answer the message may be there all the same. What the log holds decides.
    try {
      const found = await this.read(after + 1);
      if (found !== null) {
        if (Buffer.compare(found, message) === 0) return true;
        throw new AppendRefused('another node has appended to the log');
      }
      const last = (await this.bounds())?.last ?? -1;
      if (last < after) throw new LogLost(`the log ends at ${last}, and held ${after}`);
      if (isRefused && last > after) throw new AppendRefused('the log has gone on');
      return false;
    } catch (error) {
      if (error instanceof AppendRefused || error instanceof LogLost) throw error;
      return false;
    }
  }

  /**
   * Gives all messages from `from` on, in order, until it is stopped.
   * @param onEnd called when no more are at hand just now
   */
  follow(
    from: number,
    take: (seq: number, bytes: Uint8Array) => void,
    onEnd: () => void,
  ): () => void {
    let next = from;
    let isStopped = false;
    let close: (() => unknown) | null = null;
    let isEndDue = false;
    const run = async () => {
      const consumer = await this.#client.consumers.get(this.#stream, {
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: next,
      });
      const messages = await consumer.consume({ max_bytes: fetchBytes, idle_heartbeat: 2_000 });
      close = () => messages.close();
      if (isStopped) close();
      // One server of NATS keeps how far this has been read, and the client goes on asking for it even when that
      // server is gone for good. A new reading is kept by another one.
      let cancel = this.#time.setTimer(quietMs, close);
      try {
        for await (const message of messages) {
          if (isStopped || message.seq !== next) break;
          cancel();
          cancel = this.#time.setTimer(quietMs, close);
          next += 1;
          take(message.seq, message.data);
          if (isEndDue) continue;
          isEndDue = true;
          setImmediate(() => {
            isEndDue = false;
            if (!isStopped) onEnd();
          });
        }
      } finally {
        cancel();
        await messages.close();
      }
    };
    const keepOn = async () => {
      while (!isStopped) {
        await run().catch(() => {});
        if (!isStopped) await this.#pause();
      }
    };
    void keepOn();
    return () => {
      isStopped = true;
      close?.();
    };
  }

  /** Removes all of it. */
  async remove(): Promise<void> {
    await this.#manager.streams.delete(this.#stream);
  }

  /** Removes what came before `seq`. */
  async cutBefore(seq: number): Promise<void> {
    // NATS takes the first one for none, and would remove all.
    if (seq <= 1) return;
    await this.#manager.streams.purge(this.#stream, { seq });
  }

  /** Leaves a server that answers nothing. */
  async #ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      const answer = await question();
      this.#silentMs = null;
      return answer;
    } catch (error) {
      if (Object.values(errorCodes).some((code) => code === codeOf(error))) this.#silentMs = null;
      else {
        this.#silentMs ??= this.#time.clock().monoMs;
        this.#leaveUseless(this.#silentMs);
      }
      throw error;
    }
  }

  /** Leaves the server if it has been of no use since `sinceMs`, and was not left meanwhile. */
  #leaveUseless(sinceMs: number): void {
    const { monoMs } = this.#time.clock();
    if (monoMs - Math.max(sinceMs, this.#leftMs) < leaveServerAfterMs) return;
    this.#leftMs = monoMs;
    // A refused reconnection is one that is under way already.
    void this.#connection.reconnect().catch(() => {});
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#time.setTimer(againAfterMs, resolve));
  }
}

/** Whether NATS did not answer, or could not serve. */
export function isOfNats(error: Error): boolean {
  if (error instanceof JetStreamApiError) return error.status === 503;
  return /^(JetStreamNotEnabled|(Timeout|Request|Connection|ClosedConnection)Error|NoResponders)$/.test(
    error.name,
  );
}

function codeOf(error: unknown): number | null {
  return error instanceof JetStreamApiError ? error.code : null;
}
