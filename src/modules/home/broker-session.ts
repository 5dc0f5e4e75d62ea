import type { Socket } from 'node:net';
import type { MqttClient } from 'mqtt';
import type { Time } from '../../domain/instant.ts';
import { TokenBucket } from '../../domain/token-bucket.ts';
import { PacketSizes } from '../../mqtt/packets.ts';
import { guardedConnect } from '../../outbound/guarded-connect.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { OutboundPolicy } from '../../outbound/resolve-checked.ts';
import type { BrokerLogin } from './home-broker.ts';
import { presence, presenceTopic } from './home-messages.ts';

/** Discovery messages are a few kilobytes. */
const mostPacketBytes = 262_144;
/** What it may send: all retained discovery messages of a large house at once, then a press now and then. */
const byteRate = { perSecond: 10_000, burst: 4_000_000 };
const connectMs = 8_000;
const keepaliveSeconds = 30;

/** The broker refuses us; the message has its own words. */
class BrokerRefused extends Error {
  override readonly name = 'BrokerRefused';
}

/** A client that is logged in and does not reconnect. */
export interface BrokerSession {
  readonly client: MqttClient;
  /** The address that it is connected to. */
  readonly peer: string;
  /** Why the connection has ended. */
  readonly whyEnded: () => string;
}

/**
 * Connects to a broker of a customer's, which is trusted with nothing: it is looked for through the
 * outbound guard, and what it sends is bounded.
 * @throws OutboundError: it is not to be reached; BrokerRefused
 */
export async function openBrokerSession(
  { ref, address, username, password, ca, isTrusted }: BrokerLogin,
  given: OutboundPolicy,
  time: Time,
): Promise<BrokerSession> {
  const policy = { ...given, allowPrivate: given.allowPrivate || isTrusted };
  if (!address.tls && !policy.allowPrivate) {
    throw new OutboundError('refused', 'a broker without TLS is not allowed; use mqtts://');
  }
  const place = { ...address, ca: ca ?? undefined, timeoutMs: connectMs };
  const socket = await guardedConnect(place, policy);
  const peer = socket.remoteAddress ?? address.host;
  let problem = 'it closed the connection';
  socket.on('error', ({ message }) => {
    problem = message;
  });
  const mqtt = await import('mqtt');
  const client = new mqtt.MqttClient(() => bounded(socket, time), {
    protocolVersion: 4,
    clientId: `faiwatch-${ref}`,
    clean: true,
    username,
    password,
    keepalive: keepaliveSeconds,
    connectTimeout: connectMs,
    reconnectPeriod: 0,
    resubscribe: false,
    will: {
      topic: presenceTopic(ref),
      payload: Buffer.from(presence.gone),
      qos: 1,
      retain: true,
    },
  });
  // It stays: an error without a listener would end the process.
  client.on('error', ({ message }) => {
    problem = message;
  });
  const whyEnded = () => problem;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = () => reject(new BrokerRefused(problem));
  client.once('connect', () => resolve());
  client.once('error', fail);
  client.once('close', fail);
  try {
    await promise;
  } catch (error) {
    client.end(true);
    throw error;
  }
  return { client, peer, whyEnded };
}

/** Ends the connection when more comes than is wanted. mqtt.js itself takes packets of any size. */
function bounded(socket: Socket, time: Time): Socket {
  const sizes = new PacketSizes(mostPacketBytes);
  const allowance = new TokenBucket(byteRate);
  socket.on('data', (chunk: Buffer) => {
    const { monoMs } = time.clock();
    allowance.take(monoMs, chunk.length);
    if (allowance.waitMs(monoMs) > 0 || !sizes.follow(chunk)) {
      socket.destroy(new Error('it sends too much'));
    }
  });
  return socket;
}
