/**
 * The few MQTT 3.1.1 packets a device sends, encoded by hand
 * (http://docs.oasis-open.org/mqtt/mqtt/v3.1.1/, section numbers below).
 */

export const connackType = 0x20;
export const pubackType = 0x40;

export const pingreq = Uint8Array.of(0xc0, 0);
export const disconnect = Uint8Array.of(0xe0, 0);

export interface ConnectOptions {
  readonly clientId: string;
  readonly keepAliveSeconds: number;
  /** Not sent when undefined. */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** CONNECT with a clean session (3.1). */
export function encodeConnect(options: ConnectOptions): Uint8Array {
  const cleanSession = 0x02;
  const flags =
    cleanSession |
    (options.username === undefined ? 0 : 0x80) |
    (options.password === undefined ? 0 : 0x40);
  return encodePacket(0x10, [
    encodeString('MQTT'),
    Uint8Array.of(4, flags, options.keepAliveSeconds >> 8, options.keepAliveSeconds & 0xff),
    encodeString(options.clientId),
    ...(options.username === undefined ? [] : [encodeString(options.username)]),
    ...(options.password === undefined ? [] : [encodeString(options.password)]),
  ]);
}

/** SUBSCRIBE to one topic at QoS 1 (3.8). */
export function encodeSubscribe(packetId: number, topic: string): Uint8Array {
  return encodePacket(0x82, [encodeInteger(packetId), encodeString(topic), Uint8Array.of(1)]);
}

export interface PublishTemplate {
  readonly bytes: Uint8Array;
  /** Where the two bytes of the packet id stand. */
  readonly packetIdOffset: number;
  readonly payloadOffset: number;
}

/** PUBLISH at QoS 1 (3.3) with packet id 0, to be filled in. */
export function encodePublish(topic: string, payload: Uint8Array): PublishTemplate {
  const bytes = encodePacket(0x32, [encodeString(topic), encodeInteger(0), payload]);
  const payloadOffset = bytes.length - payload.length;
  return { bytes, packetIdOffset: payloadOffset - 2, payloadOffset };
}

function encodePacket(firstByte: number, parts: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(parts);
  return Buffer.concat([Uint8Array.of(firstByte), encodeLength(body.length), body]);
}

/** Remaining length: seven bits a byte, lowest first (2.2.3). */
function encodeLength(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  do {
    const more = rest > 127 ? 0x80 : 0;
    bytes.push((rest & 0x7f) | more);
    rest >>= 7;
  } while (rest > 0);
  return Uint8Array.from(bytes);
}

function encodeInteger(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 0xff);
}

function encodeString(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  return Buffer.concat([encodeInteger(bytes.length), bytes]);
}
