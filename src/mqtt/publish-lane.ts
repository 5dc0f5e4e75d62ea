import type { LiveDevice } from '../actions/fleet/live-device.ts';
import { bodyOffset } from './framing.ts';
import { InvalidPayload, parseEvents, parseHeartbeat, parseStatus } from './payloads.ts';
import type { Session } from './session.ts';
import type { SessionHost } from './session-host.ts';
import { matchOwnTopic, type PublishLeaf } from './topics.ts';

/**
 * Takes one PUBLISH (MQTT 3.1.1 section 3.3), which is bytes[at, end): checks it, hands its content to
 * ingest and acknowledges it. This is where nearly all packets end, so they never enter aedes, which
 * would route them to subscribers that do not exist; see docs/decisions/006-mqtt-broker.md.
 *
 * Whatever breaks a rule ends the session: foreign topics, retain, QoS 2, payloads outside the schema.
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
  const payloadStart = topicEnd + 2 * qos;
  const packetId = qos === 1 ? readUint16(bytes, topicEnd) : 0;
  const leaf = matchOwnTopic(bytes, topicStart, topicEnd, session.prefix);
  if (((bytes[at] ?? 0) & 1) !== 0) session.refuse('retain');
  else if (qos > 1) session.refuse('qos');
  // A packet identifier is never zero (MQTT-2.3.1-1).
  else if (payloadStart > end || (qos === 1 && packetId === 0)) session.refuse('malformed');
  else if (leaf === null) session.refuse('topic');
  else takeContent(session, host, device, leaf, packetId, bytes.subarray(payloadStart, end));
}

function takeContent(
  session: Session,
  host: SessionHost,
  device: LiveDevice,
  leaf: PublishLeaf,
  packetId: number,
  payload: Buffer,
): void {
  switch (leaf) {
    case 'heartbeat': {
      const beat = parseHeartbeat(payload);
      if (beat instanceof InvalidPayload) {
        refusePayload(session, leaf, beat);
        return;
      }
      host.counters.heartbeats++;
      const commit = host.ingest.heartbeat(device, beat);
      if (commit === undefined) session.ack(packetId);
      else session.ackAfter(commit, packetId);
      return;
    }
    case 'events': {
      const events = parseEvents(payload);
      if (events instanceof InvalidPayload) {
        refusePayload(session, leaf, events);
        return;
      }
      host.counters.eventPackets++;
      // The packet has taken one.
      device.allowance.take(host.time.clock().monoMs, events.length - 1);
      session.ackAfter(host.ingest.events(device, events), packetId);
      return;
    }
    case 'status': {
      // The session itself is the better witness; the topic is open because the same firmware may
      // speak to an external broker, whose client needs it.
      const status = parseStatus(payload);
      if (status instanceof InvalidPayload) {
        refusePayload(session, leaf, status);
        return;
      }
      host.counters.statusPackets++;
      session.ack(packetId);
    }
  }
}

function refusePayload(session: Session, leaf: string, { reason, field }: InvalidPayload): void {
  session.refuse(`payload-${reason}`, { leaf, field });
}

function readUint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
