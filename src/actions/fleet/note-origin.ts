import { relayed } from '../../domain/fleet/sight.ts';
import { providerOfCaller } from '../../domain/ip-address.ts';
import type { LiveDevice } from './live-device.ts';

/** The way on which a caller reached this server. */
export interface Origin {
  /** As the socket gives it, or the trusted proxy. */
  readonly address: string;
  /** The call is unencrypted and from outside a private network. */
  readonly isPlainOutside: boolean;
  /** A proxy, a tunnel or another machine of the cluster passed it on. */
  readonly isRelayed: boolean;
}

/** Remembers for this run which way a board comes. */
export function noteOrigin(device: LiveDevice, origin: Origin): void {
  device.isPlainOutside = origin.isPlainOutside;
  device.provider = providerOfCaller(origin.address);
  device.heardFrom = origin.isRelayed ? relayed : origin.address;
}
