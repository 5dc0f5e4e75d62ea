import mqttPacket, { type Packet } from 'mqtt-packet';

/** The version of MQTT that a session speaks: 3.1, 3.1.1 or 5. */
export type ProtocolLevel = 3 | 4 | 5;

/**
 * Reads one whole packet that was measured before. Null: it breaks the protocol.
 * @param level left out for CONNECT, which contains it
 */
export function readPacket(bytes: Buffer, level: ProtocolLevel = 4): Packet | null {
  const parser = mqttPacket.parser({ protocolVersion: level });
  let packet: Packet | null = null;
  let isBroken = false;
  parser.on('packet', (read) => {
    packet = read;
  });
  parser.on('error', () => {
    isBroken = true;
  });
  try {
    parser.parse(bytes);
  } catch {
    // mqtt-packet reads behind the end of some malformed packets.
    return null;
  }
  return isBroken ? null : packet;
}

/** A packet's bytes. */
export function writePacket(packet: Packet, level: ProtocolLevel): Buffer {
  return mqttPacket.generate(packet, { protocolVersion: level });
}

/** A reason for people, which only MQTT 5 has room for. */
export function reasonProperties(text: string): { properties: { reasonString: string } } {
  return { properties: { reasonString: text } };
}
