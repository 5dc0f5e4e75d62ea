import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { householdOf, isOwnNetworkHost, isPrivateAddress, providerOfCaller } from './ip-address.ts';

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.1.7', true],
  ['192.169.1.7', false],
  ['169.254.7.7', true],
  ['100.64.0.1', true],
  ['100.127.9.9', true],
  ['100.128.0.1', false],
  ['::ffff:192.168.1.7', true],
  ['::ffff:203.0.113.7', false],
  ['203.0.113.7', false],
  ['fd12:3456::1', true],
  ['fe80::1%eth0', true],
  ['2001:db8::1', false],
  ['fc', false],
  ['unknown', false],
])('%s is of a private network: %p', (address, expected) => {
  expect(isPrivateAddress(address)).toBe(expected);
});

/** The firmware's tests read the same file. */
const servers = readFileSync(
  join(import.meta.dir, '../../firmware/test/fixtures/private-servers.txt'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [expected: string, url: string]);

test.each(servers)('%s, a board speaks in clear to %s by itself', (expected, url) => {
  expect(isOwnNetworkHost(new URL(url).hostname)).toBe(expected === 'yes');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['2001:db8', '2001:db8'],
  ['1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8:9'],
])('%p is limited as %p', (address, expected) => {
  expect(householdOf(address)).toBe(expected);
});

test.each([
  ['203.0.113.7', '203.0'],
  ['::ffff:203.0.113.7', '203.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8'],
  ['2001:0DB8::1', '2001:db8'],
  ['192.168.1.7', null],
  ['unknown', null],
])('the provider of %p is %p', (address, expected) => {
  expect(providerOfCaller(address)).toBe(expected);
});
