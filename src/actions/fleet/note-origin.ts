import { relayed } from '../../domain/fleet/sight.ts';
import { providerOfCaller } from '../../domain/ip-address.ts';
import type { Monitor } from '../monitor.ts';
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

/** Remembers for this run which way a board comes. @param origin null: by an external broker, which does not say */
export function noteOrigin(monitor: Monitor, device: LiveDevice, origin: Origin | null): void {
  if (origin !== null) {
    device.isPlainOutside = origin.isPlainOutside;
    device.provider = providerOfCaller(origin.address);
  }
  const from = origin === null || origin.isRelayed ? relayed : origin.address;
  if (device.heardFrom !== from) monitor.fleet.move(device, from, monitor.clock().monoMs);
}
