import type { IConnectPacket } from 'mqtt-packet';
import { deviceIdSchema } from '../contract/fleet/device.ts';
import { refusalReasons } from '../contract/fleet/refusals.ts';
import { AppError } from '../domain/errors.ts';
import type { RefusalCode } from '../domain/fleet/refusals.ts';
import type { GuestDoor } from './guest-door.ts';
import {
  bodyOffset,
  type ProtocolLevel,
  readPacket,
  readUint16,
  reasonProperties,
  writePacket,
} from './packets.ts';
import type { Session } from './session.ts';
import type { SessionHost } from './session-host.ts';

/** Handles a CONNECT (MQTT section 3.1): opens the session, or refuses with a CONNACK. */
export function takeConnect(session: Session, host: SessionHost, bytes: Buffer): void {
  const level = readLevel(bytes);
  if (level === null) {
    // MQTT-3.1.2-2. The answer is in the version that every client knows.
    refuse(session, 4, 'protocol-version', '', null);
    return;
  }
  if (!host.available()) {
    refuse(session, level, 'failure', '', null);
    return;
  }
  const packet = readPacket(bytes);
  if (packet?.cmd !== 'connect') {
    session.refuse('malformed');
    return;
  }
  const { username: name = '' } = packet;
  const door = host.guests.find((one) => one.isFor(name));
  if (door !== undefined) {
    takeGuest(session, door, host, packet, level, bytes);
    return;
  }
  const refusal = judgeConnect(packet);
  if (refusal !== null) {
    refuse(session, level, refusal.code, refusal.detail, claimedDevice(packet));
    return;
  }
  // `judgeConnect` has checked that both are there.
  const { username: deviceId = '', password = Buffer.alloc(0) } = packet;
  try {
    const device = host.ingest.authenticate(deviceId, password.toString('latin1'));
    host.authenticated(session, device);
  } catch (error) {
    const code = refusalCodeOf(error);
    if (code === 'failure') {
      host.log.error({ device: deviceId, err: error }, 'mqtt authentication failed');
    }
    refuse(session, level, code, '', deviceId);
    return;
  }
  welcome(session, host, packet, level);
}

/** Hands a guest's CONNECT to its own broker, which speaks MQTT 3.1.1. */
function takeGuest(
  session: Session,
  door: GuestDoor,
  { limits }: SessionHost,
  { username = '', password = Buffer.alloc(0), keepalive = 0 }: IConnectPacket,
  level: ProtocolLevel,
  bytes: Buffer,
): void {
  if (level === 5) {
    refuse(session, level, 'protocol-version', '', null);
    return;
  }
  const guest = door.admit(session, username, password.toString('latin1'), Buffer.from(bytes));
  if (guest === null) {
    refuse(session, level, 'token', '', null);
    return;
  }
  const isKept = keepalive > 0 && keepalive <= limits.keepaliveSeconds;
  session.openedTo(guest, level, isKept ? keepalive : limits.keepaliveSeconds);
}

/**
 * The version of a CONNECT. Null: a version that the server does not speak. mosquitto's bridges set the
 * highest bit first, and try again without it.
 */
function readLevel(bytes: Buffer): ProtocolLevel | null {
  const nameAt = bodyOffset(bytes, 0) + 2;
  const nameEnd = nameAt + readUint16(bytes, nameAt - 2);
  const name = bytes.toString('latin1', nameAt, nameEnd);
  const level = bytes[nameEnd];
  if (name === 'MQIsdp') return level === 3 ? level : null;
  return name === 'MQTT' && (level === 4 || level === 5) ? level : null;
}

function welcome(
  session: Session,
  { limits }: SessionHost,
  { keepalive = 0, clientId, properties }: IConnectPacket,
  level: ProtocolLevel,
): void {
  const isOurs = keepalive === 0 || keepalive > limits.keepaliveSeconds;
  const keepaliveSeconds = isOurs ? limits.keepaliveSeconds : keepalive;
  const asked = properties?.sessionExpiryInterval ?? 0;
  session.send(
    writePacket(
      level === 5
        ? {
            cmd: 'connack',
            sessionPresent: false,
            reasonCode: 0,
            properties: {
              maximumPacketSize: limits.packetBytes,
              // A client that was told of a keepalive has agreed to it.
              ...(isOurs && { serverKeepAlive: keepaliveSeconds }),
              ...(asked > 0 && { sessionExpiryInterval: 0 }),
              ...(clientId === '' && { assignedClientIdentifier: session.device?.deviceId ?? '' }),
            },
          }
        : { cmd: 'connack', sessionPresent: false, returnCode: 0 },
      level,
    ),
  );
  session.opened(level, keepaliveSeconds, level === 5 || !isOurs);
}

function refuse(
  session: Session,
  level: ProtocolLevel,
  code: RefusalCode,
  detail: string,
  claimed: string | null,
): void {
  const connack = { cmd: 'connack', sessionPresent: false } as const;
  const number = connackCode(code, level);
  session.send(
    level === 5
      ? writePacket(
          { ...connack, reasonCode: number, ...reasonProperties(refusalReasons[code]) },
          level,
        )
      : writePacket({ ...connack, returnCode: number }, level),
  );
  session.refuse(code, { detail, claimed });
}

/**
 * The code of a failed authentication. A wrong token and an unknown device get the same code, so that
 * nobody can look for devices. A device with the right token may know that its key was revoked.
 */
function refusalCodeOf(error: unknown): RefusalCode {
  if (!(error instanceof AppError)) return 'failure';
  return error.code === 'DEVICE_REVOKED' ? 'revoked' : 'token';
}

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
function connackCode(code: RefusalCode, level: ProtocolLevel): number {
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
function judgeConnect(packet: IConnectPacket): ConnectRefusal | null {
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
function claimedDevice({ username, clientId }: IConnectPacket): string | null {
  return [username, clientId].find((name) => name !== undefined && isDeviceId(name)) ?? null;
}

function isDeviceId(name: string): boolean {
  return deviceIdSchema.safeParse(name).success;
}
