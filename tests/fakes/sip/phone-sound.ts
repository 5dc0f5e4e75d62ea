/** What a phone hears and sends: RTP with the µ-law of G.711 (RFC 3550, 3551), and keys as events (RFC 4733). */
import { createSocket, type Socket } from 'node:dgram';
import { readSamples, wavOf } from '../../../src/domain/wav.ts';

interface Packet {
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

const muLaw = 0;
const packetMs = 20;

interface Offer {
  readonly host: string;
  readonly port: number;
  readonly eventType: number;
}

/** @param offer the caller's description of its sound (SDP) */
export function readOffer(offer: string): Offer {
  const [, host] = /^c=IN IP4 (\S+)/m.exec(offer) ?? [];
  const [, port, types = ''] = /^m=audio (\d+) RTP\/AVP ([\d ]+)/m.exec(offer) ?? [];
  const [, event] = /^a=rtpmap:(\d+) telephone-event\/8000/m.exec(offer) ?? [];
  if (host === undefined || port === undefined || event === undefined) {
    throw new Error(`an offer without sound or keys: ${offer}`);
  }
  if (!types.split(' ').includes(`${muLaw}`)) throw new Error('an offer without PCMU');
  return { host, port: Number(port), eventType: Number(event) };
}

/** @param step 1 to 6, of a key that is pressed for a moment */
export function keyPacket(type: number, key: string, step: number, sequence: number): Buffer {
  const code = '0123456789*#'.indexOf(key);
  const payload = Buffer.from([code, (step > 3 ? 0x80 : 0) | 10, 0, 0]);
  payload.writeUInt16BE(Math.min(step, 4) * 160, 2);
  return packet(type, payload, { isFirst: step === 1, sequence, time: 160 });
}

function packet(
  type: number,
  payload: Buffer,
  { isFirst, sequence, time }: { isFirst: boolean; sequence: number; time: number },
): Buffer {
  const head = Buffer.alloc(12);
  head[0] = 0x80;
  head[1] = type | (isFirst ? 0x80 : 0);
  head.writeUInt16BE(sequence, 2);
  head.writeUInt32BE(time, 4);
  head.writeUInt32BE(0x5eed, 8);
  return Buffer.concat([head, payload]);
}

export class PhoneSound {
  readonly #socket: Socket = createSocket('udp4');
  readonly #packets: Packet[] = [];
  readonly #offer: Offer;
  #sequence = 1;

  /** @param offer as of `readOffer` */
  constructor(offer: string) {
    this.#offer = readOffer(offer);
    this.#socket.on('message', (bytes) => this.#take(bytes));
  }

  /** @returns the answer to the offer */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#socket.bind(0, '127.0.0.1', resolve));
    const event = this.#offer.eventType;
    return [
      ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'],
      `m=audio ${this.#socket.address().port} RTP/AVP ${muLaw} ${event}`,
      ...['a=rtpmap:0 PCMU/8000', `a=rtpmap:${event} telephone-event/8000`, 'a=sendrecv', ''],
    ].join('\r\n');
  }

  /** Presses a key for a moment. */
  async press(key: string): Promise<void> {
    for (let step = 1; step <= 6; step += 1) {
      this.#send(keyPacket(this.#offer.eventType, key, step, this.#sequence));
      await Bun.sleep(packetMs);
    }
  }

  /** Says something, as a voice mail does. */
  async talk(ms: number): Promise<void> {
    for (let at = 0; at < ms; at += packetMs) {
      const sequence = this.#sequence;
      const sound = Buffer.alloc(160, at % 40 === 0 ? 0x9a : 0x1a);
      this.#send(packet(muLaw, sound, { isFirst: at === 0, sequence, time: sequence * 160 }));
      await Bun.sleep(packetMs);
    }
  }

  close(): void {
    this.#socket.close();
  }

  /** All that was heard so far, of 8 kHz. */
  heard(): Int16Array {
    const inOrder = this.#packets.toSorted((a, b) => a.sequence - b.sequence);
    return readSamples(wavOf(Buffer.concat(inOrder.map(({ bytes }) => bytes)), 'mu-law')).samples;
  }

  get packets(): number {
    return this.#packets.length;
  }

  #take(bytes: Buffer): void {
    if (bytes.length < 12 || bytes[0] !== 0x80 || ((bytes[1] ?? 0) & 0x7f) !== muLaw) return;
    this.#packets.push({ sequence: bytes.readUInt16BE(2), bytes: bytes.subarray(12) });
  }

  #send(bytes: Buffer): void {
    this.#sequence += 1;
    this.#socket.send(bytes, this.#offer.port, this.#offer.host);
  }
}
