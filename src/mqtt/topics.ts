import { deviceIdSchema } from '../contract/fleet/device.ts';

/** The topics that a device may publish to, below its own prefix. */
export type PublishLeaf = 'heartbeat' | 'events' | 'status';

const family = 'faiwatch/';
const root = `${family}v1/`;

/** The beginning of all topics of a device: `faiwatch/v1/{device_id}/`. */
export function topicPrefix(deviceId: string): string {
  return `${root}${deviceId}/`;
}

/** Where a device hears commands. */
export function commandsTopic(deviceId: string): string {
  return `${topicPrefix(deviceId)}commands`;
}

/** Whether a topic or filter may match topics of this service or of the broker itself. */
export function isOfOurs(topic: string): boolean {
  return topic.startsWith(family) || /^[#+$]/.test(topic);
}

/**
 * The device's own topic that a packet has. It is compared byte by byte, as every message passes here.
 *
 * @param prefix the device's `topicPrefix`
 * @returns null: any other topic, such as another device's
 */
export function matchOwnTopic(
  bytes: Uint8Array,
  start: number,
  end: number,
  prefix: string,
): PublishLeaf | null {
  const leaf = leafOfLength(end - start - prefix.length, bytes[start + prefix.length]);
  if (leaf === null) return null;
  return holdsAscii(bytes, start, prefix) && holdsAscii(bytes, start + prefix.length, leaf)
    ? leaf
    : null;
}

/** Reads a topic of an external broker's message. Null: it is none of this service's. */
export function parseTopic(topic: string): { deviceId: string; leaf: PublishLeaf } | null {
  if (!topic.startsWith(root)) return null;
  const [deviceId, leaf, ...rest] = topic.slice(root.length).split('/');
  if (rest.length > 0 || !deviceIdSchema.safeParse(deviceId).success || deviceId === undefined) {
    return null;
  }
  return leaf === 'heartbeat' || leaf === 'events' || leaf === 'status' ? { deviceId, leaf } : null;
}

const letterS = 0x73;

function leafOfLength(length: number, firstByte: number | undefined): PublishLeaf | null {
  if (length === 9) return 'heartbeat';
  if (length === 6) return firstByte === letterS ? 'status' : 'events';
  return null;
}

function holdsAscii(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (bytes[at + i] !== text.charCodeAt(i)) return false;
  }
  return true;
}
