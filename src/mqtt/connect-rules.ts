import type { IConnectPacket } from 'mqtt-packet';
import { deviceIdSchema } from '../contract/fleet/device.ts';
import type { RefusalCode } from '../domain/fleet/refusals.ts';
import type { ProtocolLevel } from './packets.ts';

interface ConnectRefusal {
  readonly code: RefusalCode;
  /** The wrong value. It contains no secret. */
  readonly detail: string;
}

/**
 * Codes of CONNACK in MQTT 3.1.1 (table 3.1) and MQTT 5 (table 3-1). `not authorised` (5) stands only for
 * wrong credentials, because people who read it look at the token.
 */
const connackCodes: Partial<Record<RefusalCode, readonly [v3: number, v5: number]>> = {
  'protocol-version': [1, 0x84],
  'client-id': [2, 0x85],
  failure: [3, 0x88],
  'user-name': [4, 0x86],
  password: [4, 0x86],
  token: [4, 0x86],
  revoked: [5, 0x87],
  'auth-method': [5, 0x8c],
};

/** The code of a CONNACK that refuses. */
export function connackCode(code: RefusalCode, level: ProtocolLevel): number {
  const [v3, v5] = connackCodes[code] ?? [3, 0x80];
  return level === 5 ? v5 : v3;
}

const maxTokenBytes = 128;

/**
 * Judges a CONNECT before its token is checked. The user name is the device's id. The client id has no
 * meaning, since a device has one session, but another device's id is refused as a mistake. Any clean
 * session, keepalive and Will are accepted: the server keeps no session state and watches for silence
 * itself.
 *
 * @returns null: the token can be checked
 */
export function judgeConnect(packet: IConnectPacket): ConnectRefusal | null {
  const { clientId, username = '', password, clean, protocolVersion, properties } = packet;
  if (properties?.authenticationMethod !== undefined) {
    return { code: 'auth-method', detail: properties.authenticationMethod };
  }
  if (!isDeviceId(username)) return { code: 'user-name', detail: username };
  // MQTT-3.1.3-8
  const isNameless = clientId === '' && clean !== true && protocolVersion !== 5;
  if (isNameless || (isDeviceId(clientId) && clientId !== username)) {
    return { code: 'client-id', detail: clientId };
  }
  const tokenBytes = password?.length ?? 0;
  if (tokenBytes === 0 || tokenBytes > maxTokenBytes) return { code: 'password', detail: '' };
  return null;
}

/** The device that a CONNECT claims to come from. Null: it names none. */
export function claimedDevice({ username, clientId }: IConnectPacket): string | null {
  return [username, clientId].find((name) => name !== undefined && isDeviceId(name)) ?? null;
}

function isDeviceId(name: string): boolean {
  return deviceIdSchema.safeParse(name).success;
}
