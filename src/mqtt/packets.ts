import mqttPacket, { type Packet } from 'mqtt-packet';

/** The version of MQTT that a session speaks: 3.1, 3.1.1 or 5. */
export type ProtocolLevel = 3 | 4 | 5;

/**
 * Reads one whole packet that was measured before; null when it breaks the protocol.
 * @param level not known before CONNECT, which says it itself
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
    // It reads behind the end of some packets.
    return null;
  }
  return isBroken ? null : packet;
}

/** A packet's bytes. */
export function writePacket(packet: Packet, level: ProtocolLevel): Buffer {
  return mqttPacket.generate(packet, { protocolVersion: level });
}

/** Why, for a person: only MQTT 5 has room for it. */
export function reasonProperties(text: string): { properties: { reasonString: string } } {
  return { properties: { reasonString: text } };
}
