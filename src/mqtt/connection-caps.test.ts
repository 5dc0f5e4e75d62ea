import { describe, expect, test } from 'bun:test';
import { ConnectionCaps } from './connection-caps.ts';
import { defaultLimits } from './limits.ts';

const admit = (caps: ConnectionCaps, address: string): boolean => {
  const isFree = caps.roomFor(address) === 'free';
  if (isFree) caps.add(address);
  return isFree;
};

const limits = {
  ...defaultLimits,
  connections: 5,
  connectionsPerAddress: 2,
};

describe('connection caps', () => {
  test('hold for one household, and for loopback later', () => {
    const caps = new ConnectionCaps({ ...limits, connections: 10 });
    const admitAll = (address: string) => {
      let admitted = 0;
      while (admit(caps, address)) admitted++;
      return admitted;
    };
    expect(admitAll('203.0.113.7')).toBe(2);
    expect(caps.roomFor('203.0.113.7')).toBe('household-full');
    expect(admitAll('127.0.0.1')).toBe(8);
    expect(caps.roomFor('198.51.100.1')).toBe('full');
    expect(caps.total).toBe(10);
  });

  test('leave a fifth to others where one address may have as many as there are', () => {
    const caps = new ConnectionCaps({ ...limits, connections: 10, connectionsPerAddress: 1000 });
    while (caps.roomFor('203.0.113.7') === 'free') caps.add('203.0.113.7');
    expect(caps.total).toBe(8);
    expect(caps.roomFor('203.0.113.7')).toBe('household-full');
    expect(admit(caps, '198.51.100.1')).toBe(true);
  });

  test('hold for all of them together', () => {
    const caps = new ConnectionCaps(limits);
    const admitted = ['a', 'b', 'c', 'd', 'e', 'f'].filter((name) => admit(caps, name));
    expect(admitted).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('a connection that has ended makes room for another', () => {
    const caps = new ConnectionCaps(limits);
    admit(caps, '203.0.113.7');
    admit(caps, '203.0.113.7');
    expect(admit(caps, '203.0.113.7')).toBe(false);
    caps.release('203.0.113.7');
    expect(admit(caps, '203.0.113.7')).toBe(true);
    caps.release('198.51.100.1');
    expect(caps.total).toBe(2);
  });
});
