import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { NetworkInterfaceInfo } from 'node:os';
import { join } from 'node:path';
import { tempDir } from '../../tests/support/temp-dir.ts';
import { OwnNetworks, readGateways, subnetsOf } from './own-networks.ts';

const home = { subnets: ['192.168.1.7/24', '2001:db8:1:2::7/64'], gateways: ['192.168.1.1'] };

function at(address: string, isBehindRelay = false): boolean {
  return new OwnNetworks(
    isBehindRelay,
    () => 0,
    () => home,
  ).contains(address);
}

test.each(['192.168.1.40', '::ffff:192.168.1.40', '2001:db8:1:2::99'])('%s is in it', (address) => {
  expect(at(address)).toBe(true);
});

test.each([
  ['192.168.1.1', 'the gateway, behind which calls from everywhere may carry its address'],
  ['192.168.2.40', 'another private network'],
  ['10.8.0.2', 'a tunnel'],
  ['203.0.113.9', 'the internet'],
  ['2001:db8:1:3::99', 'the neighbour'],
  ['unknown', 'nobody knows'],
])('%s is not: %s', (address) => {
  expect(at(address)).toBe(false);
});

test('a caller on this machine is a simulated board, or comes through what stands before the server', () => {
  for (const loopback of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect(at(loopback)).toBe(true);
    expect(at(loopback, true)).toBe(false);
  }
});

test('networks that change are noticed', () => {
  let now = 0;
  let subnets = ['192.168.1.7/24'];
  const networks = new OwnNetworks(
    false,
    () => now,
    () => ({ subnets, gateways: [] }),
  );
  expect(networks.contains('192.168.1.40')).toBe(true);
  subnets = [];
  now += 5_000;
  expect(networks.contains('192.168.1.40')).toBe(false);
});

test('subnets of tunnels, of containers and of the machine itself are not those of the house', () => {
  const one = (cidr: string, internal = false) => [{ cidr, internal } as NetworkInterfaceInfo];
  const interfaces = {
    lo: one('127.0.0.1/8', true),
    eth0: one('192.168.1.7/24'),
    wlan0: one('192.168.4.2/24'),
    docker0: one('172.17.0.1/16'),
    'br-1f2e3d4c5b6a': one('172.18.0.1/16'),
    tailscale0: one('100.101.1.2/32'),
    wg0: one('10.8.0.1/24'),
  };
  expect(subnetsOf(interfaces, '/nowhere')).toEqual(['192.168.1.7/24', '192.168.4.2/24']);
});

test('whatever their names, the system tells tunnels and networks of containers from the house', () => {
  const system = tempDir('interfaces');
  const make = (name: string, type: number, ...within: string[]) => {
    for (const one of ['', ...within]) mkdirSync(join(system, name, one), { recursive: true });
    writeFileSync(join(system, name, 'type'), `${type}\n`);
  };
  make('eth0', 1, 'device');
  make('enp3s0', 1, 'device');
  make('veth1', 1);
  make('eth1.10', 1, 'lower_eth1');
  make('bridge0', 1, 'brif/enp3s0', 'brif/veth1');
  make('bridge1', 1, 'brif/eth1.10');
  make('friends', 65_534);
  make('mynet', 1, 'brif/veth1');
  make('unused', 1, 'brif');
  const names = ['eth0', 'veth1', 'bridge0', 'bridge1', 'friends', 'mynet', 'unused', 'elsewhere'];
  const interfaces = Object.fromEntries(
    names.map((name, i) => [
      name,
      [{ cidr: `10.0.${i}.1/24`, internal: false } as NetworkInterfaceInfo],
    ]),
  );
  // The machine may be a container itself, whose card is one end of a pair; another system has no such folder.
  const ours = ['eth0', 'veth1', 'bridge0', 'bridge1', 'elsewhere'];
  expect(subnetsOf(interfaces, system)).toEqual(
    ours.map((name) => `10.0.${names.indexOf(name)}.1/24`),
  );
});

test('gateways are read as addresses', () => {
  for (const address of readGateways()) expect(address).toMatch(/^[\d.]+$|^[\da-f:]+$/);
});
