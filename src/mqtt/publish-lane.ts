import type { LiveDevice } from '../actions/fleet/live-device.ts';
import {
  describeInvalid,
  InvalidPayload,
  isOfOurs,
  matchOwnTopic,
  type PublishLeaf,
  parseEvents,
  parseHeartbeat,
  parseStatus,
  readable,
} from './ingest.ts';
import { bodyOffset, readUint16 } from './packets.ts';
import type { PublishAck, Session } from './session.ts';
import type { SessionHost } from './session-host.ts';

/**
 * Takes one PUBLISH (MQTT section 3.3) in bytes[at, end): checks it, hands its content to ingest and
 * acknowledges it. Nearly all packets are of this kind; see docs/decisions/006-doors-of-devices.md.
 *
 * A message with wrong content is noted and acknowledged, or its sender would repeat it for ever. The
 * retain flag has no effect, since nobody reads here. QoS 2 needs no memory of packet identifiers: an
 * event is stored once by its `boot_id` and `seq`.
 */
export function takePublish(
  session: Session,
  host: SessionHost,
  bytes: Buffer,
  at: number,
  end: number,
): void {
  const { device } = session;
  if (device === null) return;
  const qos = ((bytes[at] ?? 0) >> 1) & 3;
  const topicLengthAt = bodyOffset(bytes, at);
  const topicStart = topicLengthAt + 2;
  const topicEnd = topicStart + readUint16(bytes, topicLengthAt);
  const packetId = qos === 0 ? 0 : readUint16(bytes, topicEnd);
  const headerEnd = topicEnd + (qos === 0 ? 0 : 2);
  const payloadStart = session.level === 5 ? skipProperties(bytes, headerEnd, end) : headerEnd;
  // A packet identifier is never zero (MQTT-2.3.1-1). A topic is empty only with an alias of MQTT 5, which
  // CONNACK does not allow.
  const isMalformed = qos === 3 || payloadStart > end || (qos > 0 && packetId === 0);
  if (isMalformed || topicEnd === topicStart) {
    session.refuse('malformed');
    return;
  }
  const payload = bytes.subarray(payloadStart, end);
  const ack: PublishAck | null = qos === 0 ? null : { packetId, qos: qos === 1 ? 1 : 2 };
  const leaf = matchOwnTopic(bytes, topicStart, topicEnd, session.prefix);
  if (leaf !== null) {
    takeContent(session, host, device, leaf, ack, payload);
    return;
  }
  const topic = bytes.toString('utf8', topicStart, topicEnd);
  const code = isOfOurs(topic) ? 'topic' : 'elsewhere';
  session.decline(code, { detail: topic, message: readable(payload) }, ack);
}

function takeContent(
  session: Session,
  host: SessionHost,
  device: LiveDevice,
  leaf: PublishLeaf,
  ack: PublishAck | null,
  payload: Buffer,
): void {
  switch (leaf) {
    case 'heartbeat': {
      const beat = parseHeartbeat(payload);
      if (beat instanceof InvalidPayload) {
        declinePayload(session, leaf, beat, ack, payload);
        return;
      }
      host.counters.heartbeats++;
      const commit = host.ingest.heartbeat(device, beat);
      if (commit === undefined) session.ack(ack);
      else session.ackAfter(commit, ack);
      return;
    }
    case 'events': {
      const events = parseEvents(payload);
      if (events instanceof InvalidPayload) {
        declinePayload(session, leaf, events, ack, payload);
        return;
      }
      host.counters.eventPackets++;
      // The packet has paid for one event.
      device.allowance.take(host.time.clock().monoMs, events.length - 1);
      session.ackAfter(host.ingest.events(device, events), ack);
      return;
    }
    case 'status': {
      // The session already says whether the device is online. The topic is allowed for firmware that also
      // speaks to external brokers, whose client needs it.
      const status = parseStatus(payload);
      if (status instanceof InvalidPayload) {
        declinePayload(session, leaf, status, ack, payload);
        return;
      }
      host.counters.statusPackets++;
      session.ack(ack);
    }
  }
}

function declinePayload(
  session: Session,
  leaf: PublishLeaf,
  invalid: InvalidPayload,
  ack: PublishAck | null,
  payload: Buffer,
): void {
  const { code, ...details } = describeInvalid(leaf, invalid, payload);
  session.decline(code, details, ack);
}

/**
 * Where the payload begins, behind the properties of MQTT 5 (section 2.2.2), which are ignored. Malformed
 * properties give a place behind the packet's end.
 */
function skipProperties(bytes: Buffer, at: number, end: number): number {
  let length = 0;
  for (let i = 0; i < 4 && at + i < end; i++) {
    const byte = bytes[at + i] ?? 0;
    length += (byte & 0x7f) * 128 ** i;
    if (byte < 0x80) return at + i + 1 + length;
  }
  return end + 1;
}
