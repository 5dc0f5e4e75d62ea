import { refusalReasons } from '../contract/fleet/refusals.ts';
import { isOfOurs } from './ingest.ts';
import { readPacket, reasonProperties, writePacket } from './packets.ts';
import type { Session } from './session.ts';

/** SUBACK's codes for refused filters, by version (MQTT 3.1.1 table 3.9.3, MQTT 5 table 3-8). */
const refused = { 3: 0x80, 4: 0x80, 5: 0x87 } as const;

/**
 * Takes a SUBSCRIBE (MQTT section 3.8). A device hears only its commands. Its other topics are granted and
 * stay silent. Topics of others are refused.
 */
export function takeSubscribe(session: Session, bytes: Buffer): void {
  const { level, prefix } = session;
  const packet = readPacket(bytes, level);
  // MQTT-2.3.1-1 and MQTT-3.8.3-3
  if (packet?.cmd !== 'subscribe' || !packet.messageId || packet.subscriptions.length === 0) {
    session.refuse('malformed');
    return;
  }
  let isRefused = false;
  const granted = packet.subscriptions.map(({ topic, qos }): number => {
    if (!topic.startsWith(prefix)) {
      isRefused = true;
      session.decline(isOfOurs(topic) ? 'subscription' : 'elsewhere', { detail: topic });
      return refused[level];
    }
    const most = qos === 0 ? 0 : 1;
    if (commandFilters.has(topic.slice(prefix.length))) session.commandsQos = most;
    return most;
  });
  const { messageId } = packet;
  const reason = level === 5 && isRefused ? reasonProperties(refusalReasons.subscription) : {};
  session.send(writePacket({ cmd: 'suback', messageId, granted, ...reason }, level));
}

/** Takes an UNSUBSCRIBE (MQTT section 3.10). */
export function takeUnsubscribe(session: Session, bytes: Buffer): void {
  const { level, prefix } = session;
  const packet = readPacket(bytes, level);
  if (packet?.cmd !== 'unsubscribe' || !packet.messageId || packet.unsubscriptions.length === 0) {
    session.refuse('malformed');
    return;
  }
  for (const topic of packet.unsubscriptions) {
    const isOwn = topic.startsWith(prefix);
    if (isOwn && commandFilters.has(topic.slice(prefix.length))) session.commandsQos = null;
  }
  const { messageId } = packet;
  const granted = packet.unsubscriptions.map(() => 0);
  session.send(writePacket({ cmd: 'unsuback', messageId, granted }, level));
}

/** Filters below a device's prefix that match its commands. */
const commandFilters: ReadonlySet<string> = new Set(['commands', '+', '#']);
