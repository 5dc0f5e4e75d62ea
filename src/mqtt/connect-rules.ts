import type { ConnectPacket } from 'aedes';
import { deviceIdSchema } from '../contract/fleet/device.ts';
import { statusTopic } from './topics.ts';

/** Return codes of CONNACK (MQTT 3.1.1, table 3.1). */
export const connackCode = {
  unacceptableProtocol: 1,
  identifierRejected: 2,
  serverUnavailable: 3,
  badCredentials: 4,
  notAuthorised: 5,
} as const;
export type ConnackCode = (typeof connackCode)[keyof typeof connackCode];

export interface ConnectRefusal {
  readonly code: ConnackCode;
  /** For the log and the counters. */
  readonly reason: string;
}

/** A Last Will says `offline` to an external broker's client; it needs no more room than this. */
const maxWillBytes = 64;
const maxTokenBytes = 128;

/**
 * Judges a CONNECT before its credential is looked at: MQTT 3.1.1, one device's own id as client id
 * and user name, a clean session, a keepalive, and a Last Will only on the device's own status topic.
 *
 * @returns null when it may be authenticated
 */
export function judgeConnect(packet: ConnectPacket, keepaliveLimit: number): ConnectRefusal | null {
  if (packet.protocolId !== 'MQTT' || packet.protocolVersion !== 4 || isBridge(packet)) {
    return { code: connackCode.unacceptableProtocol, reason: 'protocol-version' };
  }
  if (!deviceIdSchema.safeParse(packet.clientId).success) {
    return { code: connackCode.identifierRejected, reason: 'client-id' };
  }
  if (packet.username !== packet.clientId) {
    return { code: connackCode.badCredentials, reason: 'user-name' };
  }
  const tokenBytes = packet.password?.length ?? 0;
  if (tokenBytes === 0 || tokenBytes > maxTokenBytes) {
    return { code: connackCode.badCredentials, reason: 'password' };
  }
  if (packet.clean !== true)
    return { code: connackCode.notAuthorised, reason: 'session-not-clean' };
  if (!packet.keepalive || packet.keepalive > keepaliveLimit) {
    return { code: connackCode.notAuthorised, reason: 'keepalive' };
  }
  const { will } = packet;
  if (will && !isOwnSmallWill(will, packet.clientId)) {
    return { code: connackCode.notAuthorised, reason: 'will' };
  }
  return null;
}

function isOwnSmallWill(will: NonNullable<ConnectPacket['will']>, deviceId: string): boolean {
  return (
    will.topic === statusTopic(deviceId) &&
    will.payload.length <= maxWillBytes &&
    !will.retain &&
    (will.qos ?? 0) <= 1
  );
}

/** mqtt-packet accepts version 0x84, by which mosquitto's bridges make themselves known. */
function isBridge(packet: ConnectPacket): boolean {
  return 'bridgeMode' in packet;
}
