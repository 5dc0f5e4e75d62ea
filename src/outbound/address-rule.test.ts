import { describe, expect, test } from 'bun:test';
import { mayCall } from './address-rule.ts';

const open = ['1.1.1.1', '203.0.112.255', '100.63.255.255', '100.128.0.0', '172.32.0.1'];
const open6 = ['2606:4700:4700::1111', '2a00:1450:4001::200e'];

const local = [
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '127.0.0.1', '127.255.255.254'],
  ...[
    '169.254.1.1',
    '100.64.0.1',
    '100.127.255.255',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
  ],
];

const never = [
  ...['0.0.0.0', '0.1.2.3', '255.255.255.255', '224.0.0.1', '239.255.255.250', '240.0.0.1'],
  ...['192.0.0.8', '192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '198.19.255.255'],
  // Of the providers of data centres.
  ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254'],
  ...['fd20:ce::254', 'fd00:ec2::254%eth0'],
  // IPv4 in IPv6: mapped, compatible, translated, NAT64 (both), 6to4, Teredo.
  ...['::ffff:127.0.0.1', '::ffff:1.1.1.1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  ...['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:7f00:1::1'],
  ...['::', 'ff02::1', 'fec0::1', '2001:db8::1', '3fff::1', '2001:2::1', '100::1', '5f00::1'],
  // An address has one form here; what is none is not called.
  ...['0x7f000001', '2130706433', '0177.0.0.1', '127.1', '', 'localhost'],
];

describe('of the addresses that somebody else chose', () => {
  test.each([...open, ...open6])('%s is called', (address) => {
    expect([mayCall(address, false), mayCall(address, true)]).toEqual([true, true]);
  });
  test.each(local)('%s only where the operator allows it', (address) => {
    expect([mayCall(address, false), mayCall(address, true)]).toEqual([false, true]);
  });
  test.each(never)('%p never', (address) => {
    expect([mayCall(address, false), mayCall(address, true)]).toEqual([false, false]);
  });
});
