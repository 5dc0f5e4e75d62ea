import { describe, expect, test } from 'bun:test';
import { addressKey, ConnectionCaps } from './connection-caps.ts';
import { defaultLimits } from './limits.ts';

const limits = {
  ...defaultLimits,
  connections: 5,
  connectionsPerAddress: 2,
  connectionsPerTrustedAddress: 4,
};

describe('connection caps', () => {
  test('hold for one address, and for loopback and proxies later', () => {
    const caps = new ConnectionCaps({ ...limits, connections: 100 }, ['10.0.0.1']);
    const admit = (address: string) => {
      let admitted = 0;
      while (caps.admit(address)) admitted++;
      return admitted;
    };
    expect(admit('203.0.113.7')).toBe(2);
    expect(admit('127.0.0.1')).toBe(4);
    expect(admit('::1')).toBe(4);
    expect(admit('::ffff:10.0.0.1')).toBe(4);
    expect(caps.total).toBe(14);
  });

  test('hold for all of them together', () => {
    const caps = new ConnectionCaps(limits, []);
    const admitted = ['a', 'b', 'c', 'd', 'e', 'f'].filter((name) => caps.admit(name));
    expect(admitted).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('a connection that has ended makes room for another', () => {
    const caps = new ConnectionCaps(limits, []);
    caps.admit('203.0.113.7');
    caps.admit('203.0.113.7');
    expect(caps.admit('203.0.113.7')).toBe(false);
    caps.release('203.0.113.7');
    expect(caps.admit('203.0.113.7')).toBe(true);
    caps.release('198.51.100.1');
    expect(caps.total).toBe(2);
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::1', '::1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
