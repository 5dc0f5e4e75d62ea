import { describe, expect, test } from 'bun:test';
import { matchOwnTopic, parseTopic, topicPrefix } from './topics.ts';

const own = 'fw-0123456789ab';

function match(topic: string): string | null {
  const bytes = Buffer.from(`..${topic}..`);
  return matchOwnTopic(bytes, 2, 2 + Buffer.byteLength(topic), topicPrefix(own));
}

const foreign = [
  'faiwatch/v1/fw-0123456789ac/heartbeat',
  'faiwatch/v1/fw-0123456789ab/commands',
  'faiwatch/v1/fw-0123456789ab/heartbeats',
  'faiwatch/v1/fw-0123456789ab/heartbea',
  'faiwatch/v1/fw-0123456789ab/',
  'faiwatch/v1/fw-0123456789ab/+',
  'faiwatch/v1/+/heartbeat',
  'faiwatch/v2/fw-0123456789ab/events',
  'Faiwatch/v1/fw-0123456789ab/events',
  'faiwatch/v1/fw-0123456789ab/Status',
  'faiwatch/v1/fw-0123456789ab/events/',
  '$SYS/broker/load',
  '#',
  '',
];

describe('topics', () => {
  test.each(['heartbeat', 'events', 'status'])('a device may publish to its %s', (leaf) => {
    expect(match(`faiwatch/v1/${own}/${leaf}`)).toBe(leaf);
    expect(parseTopic(`faiwatch/v1/${own}/${leaf}`)).toEqual({ deviceId: own, leaf });
  });

  test.each(foreign)('a device may not publish to "%s"', (topic) => {
    expect(match(topic)).toBeNull();
  });

  test.each(foreign.filter((topic) => !topic.includes('56789ac/')))(
    '"%s" means nothing from an external broker',
    (topic) => {
      expect(parseTopic(topic)).toBeNull();
    },
  );

  test('a topic that the packet cuts short matches nothing', () => {
    const bytes = Buffer.from('faiwatch/v1/fw-0123456789ab/heart');
    expect(matchOwnTopic(bytes, 0, 37, topicPrefix(own))).toBeNull();
  });
});
