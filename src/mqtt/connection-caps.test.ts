import { describe, expect, test } from 'bun:test';
import { ConnectionCaps } from './connection-caps.ts';
import { defaultLimits } from './limits.ts';

const limits = {
  ...defaultLimits,
  connections: 5,
  connectionsPerAddress: 2,
};

describe('connection caps', () => {
  test('hold for one household, and for loopback later', () => {
    const caps = new ConnectionCaps({ ...limits, connections: 10 });
    const admit = (address: string) => {
      let admitted = 0;
      while (caps.admit(address)) admitted++;
      return admitted;
    };
    expect(admit('203.0.113.7')).toBe(2);
    expect(admit('127.0.0.1')).toBe(8);
    expect(caps.total).toBe(10);
  });

  test('hold for all of them together', () => {
    const caps = new ConnectionCaps(limits);
    const admitted = ['a', 'b', 'c', 'd', 'e', 'f'].filter((name) => caps.admit(name));
    expect(admitted).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('a connection that has ended makes room for another', () => {
    const caps = new ConnectionCaps(limits);
    caps.admit('203.0.113.7');
    caps.admit('203.0.113.7');
    expect(caps.admit('203.0.113.7')).toBe(false);
    caps.release('203.0.113.7');
    expect(caps.admit('203.0.113.7')).toBe(true);
    caps.release('198.51.100.1');
    expect(caps.total).toBe(2);
  });
});
