import mqttPacket, { type Packet } from 'mqtt-packet';
import type { Prng } from '../../src/domain/prng.ts';
import {
  below,
  choose,
  makeBadBody,
  makeBeat,
  makeEvent,
  mutate,
  randomBytes,
} from './bad-values.ts';

export interface MqttCredential {
  readonly deviceId: string;
  readonly token: string;
}

/** A CONNECT that is accepted. */
export function makeConnect({ deviceId, token }: MqttCredential, protocolVersion: 4 | 5): Buffer {
  return mqttPacket.generate({
    cmd: 'connect',
    protocolVersion,
    ...(protocolVersion === 5 && {
      properties: { sessionExpiryInterval: 60, userProperties: { made: 'here' } },
    }),
    clientId: deviceId,
    username: deviceId,
    password: Buffer.from(token),
    clean: true,
    keepalive: 60,
  });
}

/** A CONNECT of which something is wrong, or that is none. */
export function makeBadConnect(random: Prng, credential: MqttCredential): Buffer {
  const { deviceId } = credential;
  const good = makeConnect(credential, choose(random, [4, 5]));
  const strange = {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: choose(random, [3, 4, 5] as const),
    clientId: choose(random, ['', deviceId, deviceId.toUpperCase(), '__proto__', 'x'.repeat(900)]),
    username: choose(random, [deviceId, 'admin', '\0', '']),
    password: choose(random, [Buffer.from('fwd_guess'), Buffer.alloc(0), randomBytes(random, 600)]),
    clean: random.next() < 0.8,
    keepalive: choose(random, [0, 1, 300, 301, 65535]),
    will: {
      topic: choose(random, ['#', `faiwatch/v1/${deviceId}/status`, '$SYS/x', 'x'.repeat(300)]),
      payload: randomBytes(random, below(random, 100)),
      qos: choose(random, [0, 1, 2] as const),
      retain: random.next() < 0.5,
    },
  } as const;
  switch (below(random, 6)) {
    case 0:
      return mutate(random, good);
    case 1:
      return randomBytes(random, 1 + below(random, 2000));
    case 2:
      return Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    case 3:
      return good.subarray(0, below(random, good.length));
    case 4:
      return announce(random, 0x10);
    default:
      return tryGenerate(strange) ?? mutate(random, good);
  }
}

/** A PUBLISH that is accepted. */
export function makeMessage(random: Prng, deviceId: string): Buffer {
  const isBeat = random.next() < 0.6;
  return publish(
    random,
    `faiwatch/v1/${deviceId}/${isBeat ? 'heartbeat' : 'events'}`,
    Buffer.from(JSON.stringify(isBeat ? makeBeat(random) : makeEvent(random))),
    1,
  );
}

/** Anything that a session should not send. */
export function makeBadPacket(random: Prng, credential: MqttCredential, victimId: string): Buffer {
  const { deviceId } = credential;
  const own = `faiwatch/v1/${deviceId}`;
  const foreign = `faiwatch/v1/${victimId}`;
  switch (below(random, 9)) {
    case 0:
      return mutate(random, makeMessage(random, deviceId));
    case 1:
      return publish(random, `${own}/heartbeat`, makeBadBody(random, makeBeat(random)), 1);
    case 2:
      return publish(random, `${own}/events`, makeBadBody(random, makeEvent(random)), 1);
    case 3: {
      const leaf = choose(random, ['heartbeat', 'events', 'status', 'commands']);
      const topics = [`${foreign}/${leaf}`, `${own}/commands`, '$SYS/x', '/', 'x'.repeat(4000)];
      const body = Buffer.from(JSON.stringify(makeBeat(random)));
      return publish(random, choose(random, topics), body, choose(random, [0, 1, 2]));
    }
    case 4:
      return announce(random, below(random, 256));
    case 5:
      return Buffer.concat([
        Buffer.from([below(random, 256), below(random, 128)]),
        randomBytes(random, below(random, 300)),
      ]);
    case 6: {
      const topic = choose(random, ['#', '+/+', `${foreign}/commands`, '$share/g/#', '', 'a\0b']);
      return subscribe(topic, choose(random, [0, 1, 2]));
    }
    case 7:
      return makeConnect(credential, choose(random, [4, 5]));
    default:
      return choose(random, strangePackets);
  }
}

const strangePackets: readonly Buffer[] = [
  { cmd: 'pubrel', messageId: 1 } as const,
  { cmd: 'pubrec', messageId: 1 } as const,
  { cmd: 'pubcomp', messageId: 1 } as const,
  { cmd: 'puback', messageId: 77 } as const,
  { cmd: 'pingresp' } as const,
  { cmd: 'connack', returnCode: 0, sessionPresent: false } as const,
  { cmd: 'suback', messageId: 1, granted: [0] } as const,
  { cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['#', 'a/b'] } as const,
].map((packet) => mqttPacket.generate(packet as Packet));

/** A header that promises far more than ever comes, or a length that never ends. */
function announce(random: Prng, first: number): Buffer {
  const lengths = [
    [0xff, 0xff, 0xff, 0x7f],
    [0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    [0x80, 0x80, 0x80, 0x00],
    [0xff, 0x7f],
  ];
  const body = randomBytes(random, below(random, 500));
  return Buffer.concat([Buffer.from([first, ...choose(random, lengths)]), body]);
}

function publish(random: Prng, topic: string, payload: Buffer, qos: 0 | 1 | 2): Buffer {
  const packet = {
    cmd: 'publish',
    topic,
    payload,
    qos,
    messageId: 1 + below(random, 0xffff),
    dup: random.next() < 0.2 && qos > 0,
    retain: random.next() < 0.05,
  } as const;
  return tryGenerate(packet) ?? Buffer.from([0x30, 0]);
}

/** By hand, since mqtt-packet writes none of the topics that matter here. */
function subscribe(topic: string, qos: number): Buffer {
  const text = Buffer.from(topic);
  const head = [0x82, text.length + 5, 0, 1, 0, text.length];
  return Buffer.concat([Buffer.from(head), text, Buffer.from([qos])]);
}

/** mqtt-packet throws at what it knows to be wrong. */
function tryGenerate(packet: Packet): Buffer | null {
  try {
    return mqttPacket.generate(packet);
  } catch {
    return null;
  }
}
