import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { mayCall } from './address-rule.ts';
import { OutboundError } from './outbound-error.ts';

/** Options of every call. */
export interface OutboundPolicy {
  /** The operator's setting `allow_private_outbound`. */
  readonly allowPrivate: boolean;
  /** All addresses of a name; default: as this machine resolves names. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}

/** A place that was checked. */
interface CheckedPlace {
  /** The name that its certificate has to be for. */
  readonly name: string;
  readonly port: number;
  /** Checked addresses in the order in which to try them. They are never resolved again. */
  readonly addresses: readonly string[];
}

/** So many addresses of one name are tried. */
const mostAddresses = 4;

/**
 * Resolves a name once and checks every address that it has: a name that has a single one which may not
 * be called is refused as a whole.
 * @param host a name or an address; without brackets
 * @param signal ends the wait
 * @throws OutboundError
 */
export async function resolveChecked(
  { host, port }: { readonly host: string; readonly port: number },
  { allowPrivate, resolve = resolveName }: OutboundPolicy,
  signal: AbortSignal,
): Promise<CheckedPlace> {
  // Below 1024 are the services of machines: a mail server takes an HTTP request for a mail.
  if (port !== 443 && port !== 80 && (port < 1024 || port > 65_535)) {
    throw new OutboundError(
      'refused',
      `port ${port} is not allowed; 80, 443 and 1024 to 65535 are`,
    );
  }
  const found = isIP(host) === 0 ? await abortable(resolve(host), signal) : [host];
  if (found.length === 0) throw new OutboundError('unknown-name', `${host} has no address`);
  if (!found.every((address) => mayCall(address, allowPrivate))) {
    throw new OutboundError(
      'refused',
      `${host} is, or leads to, an address that is not on the public internet`,
    );
  }
  // IPv4 first: a host without IPv6 may learn IPv6 addresses, but a host without IPv4 learns none of IPv4.
  const addresses = found.toSorted((a, b) => isIP(a) - isIP(b)).slice(0, mostAddresses);
  return { name: host.replace(/\.$/, ''), port, addresses };
}

async function resolveName(name: string): Promise<string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    throw new OutboundError('unknown-name', `${name} is not known`);
  }
}

/** @throws OutboundError `timeout` once the signal is given */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new OutboundError('timeout', 'no answer in time'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
