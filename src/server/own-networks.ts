import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { isLoopback, plainAddress } from '../domain/ip-address.ts';

/** Interfaces behind which a tunnel or containers are, not the house: their subnets are no network of our own. */
const notOurs = /^(docker|br-|cni|podman|lxc|lxd|virbr|tailscale|wg|tun|tap|utun|zt|ppp)/;

/** One look at the interfaces is good for so long, in ms. */
const lookLastsMs = 5_000;

interface Networks {
  /** Such as `192.168.1.7/24`. */
  readonly subnets: readonly string[];
  /** Addresses of the default gateways. */
  readonly gateways: readonly string[];
}

/** The networks of this machine's own interfaces, which a dead line to the internet does not touch. */
export class OwnNetworks {
  readonly #isBehindRelay: boolean;
  readonly #monoMs: () => number;
  #subnets = new BlockList();
  #gateways: readonly string[] = [];
  #lookAgainMono = Number.NEGATIVE_INFINITY;

  readonly #read: () => Networks;

  /**
   * @param isBehindRelay something else takes the calls of boards and passes them on. No board is at a loopback
   * address; without a relay, what comes from there is a simulated one
   * @param read default: as the system has them
   */
  constructor(isBehindRelay: boolean, monoMs: () => number, read = readNetworks) {
    this.#isBehindRelay = isBehindRelay;
    this.#monoMs = monoMs;
    this.#read = read;
  }

  /**
   * Whether whoever calls from this address is in the same network. The default gateway is not: behind it calls
   * from everywhere may carry its address.
   * @param address as a socket gives it
   */
  contains(address: string): boolean {
    if (isLoopback(address)) return !this.#isBehindRelay;
    const plain = plainAddress(address);
    const family = isIP(plain);
    if (family === 0) return false;
    this.#look();
    if (this.#gateways.includes(plain)) return false;
    return this.#subnets.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  }

  #look(): void {
    const now = this.#monoMs();
    if (now < this.#lookAgainMono) return;
    this.#lookAgainMono = now + lookLastsMs;
    const { subnets, gateways } = this.#read();
    this.#gateways = gateways;
    this.#subnets = new BlockList();
    for (const subnet of subnets) {
      const [address = '', bits] = subnet.split('/');
      this.#subnets.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
    }
  }
}

function readNetworks(): Networks {
  const subnets = isInContainer() ? [] : subnetsOf(networkInterfaces());
  return { subnets, gateways: readGateways() };
}

/**
 * The subnets of the house, such as `192.168.1.7/24`.
 * @param system where the kernel tells of interfaces (sysfs)
 */
export function subnetsOf(
  interfaces: ReturnType<typeof networkInterfaces>,
  system = '/sys/class/net',
): string[] {
  return Object.entries(interfaces)
    .filter(([name]) => !notOurs.test(name) && isOfHouse(join(system, name)))
    .flatMap(([, addresses]) => addresses ?? [])
    .flatMap(({ cidr, internal }) => (internal || cidr === null ? [] : [cidr]));
}

/** An Ethernet or a Wi-Fi (ARPHRD_ETHER of the kernel); a tunnel has another type, whatever it is called. */
const ethernet = '1';

/** Whether an interface may lead into the house. A bridge does by one of its cards; that of containers has none. */
function isOfHouse(folder: string): boolean {
  const [type = ethernet] = readLines(join(folder, 'type'));
  if (type !== ethernet) return false;
  const members = listNames(join(folder, 'brif'));
  return members === null || members.some((name) => isOnCard(join(folder, '..', name)));
}

/** Whether it is a card, or lies on another interface, as a VLAN does. */
function isOnCard(folder: string): boolean {
  const names = listNames(folder) ?? [];
  return names.some((name) => name === 'device' || name.startsWith('lower_'));
}

/** Null: there is no such folder. */
function listNames(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}

/**
 * Whether the interfaces are those of a container: other containers, which may be proxies, share their subnets.
 * Some virtual machines are made from images of containers; their disk is a device.
 */
function isInContainer(): boolean {
  if (!['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path))) return false;
  const root = readLines('/proc/mounts').find((line) => line.split(' ')[1] === '/');
  return root?.startsWith('/dev/') !== true;
}

/** Addresses of the default gateways, as the kernel's tables have them (proc(5)); IPv4 alone outside of Linux. */
export function readGateways(): string[] {
  const v4 = readLines('/proc/net/route').flatMap((line) => {
    const [, target, gateway = ''] = line.split(/\s+/);
    if (target !== '00000000' || !/^[0-9A-F]{8}$/.test(gateway)) return [];
    // Little-endian.
    return [[6, 4, 2, 0].map((at) => Number.parseInt(gateway.slice(at, at + 2), 16)).join('.')];
  });
  const v6 = readLines('/proc/net/ipv6_route').flatMap((line) => {
    const [target, bits, , , gateway = ''] = line.split(/\s+/);
    if (bits !== '00' || /[^0]/.test(target ?? '1') || !/[^0]/.test(gateway)) return [];
    return [plainAddress(gateway.match(/.{4}/g)?.join(':') ?? '')];
  });
  return [...v4, ...v6].filter((address) => address !== '0.0.0.0' && address !== '');
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
